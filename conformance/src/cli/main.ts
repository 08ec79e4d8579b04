/** The program `league-conformance`. */
import { loadChecks } from "../checks/registry.js";
import { systemClock } from "../doors.js";
import { loadMutants } from "../mutants/registry.js";
import { trialsOnThreads } from "../self-test/pool.js";
import { flushed } from "./exit.js";
import { program } from "./program.js";

const code = await program(process.argv.slice(2), {
  clock: systemClock,
  checks: loadChecks,
  mutants: loadMutants,
  trials: (threads) => trialsOnThreads(threads),
  out: process.stdout,
  error: process.stderr,
});
await flushed(process.stdout);
// Whatever an agent still holds open must not keep the suite from ending.
process.exit(code);
