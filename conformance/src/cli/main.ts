/** The program `league-conformance`. What only some commands need is loaded by them. */
import { flushed } from "./exit.js";
import { program } from "./program.js";

// A reader that ends early, such as `head`, is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const code = await program(process.argv.slice(2), {
  clock: async () => (await import("../sdk.js")).systemClock,
  checks: async () => (await import("../checks/registry.js")).loadChecks(),
  mutants: async () => (await import("../mutants/registry.js")).loadMutants(),
  trials: async (threads) => (await import("../self-test/pool.js")).trialsOnThreads(threads),
  out: process.stdout,
  error: process.stderr,
});
await flushed(process.stdout);
// Handles that an agent still holds open must not keep the suite from ending.
process.exit(code);
