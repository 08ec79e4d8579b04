/** The program `league`: the only file that reads its process. */
import { readFileSync } from "node:fs";
import { exitCodes, type Shell, Stopped, type StopSignal } from "./cli-context.js";
import { run } from "./program.js";
import { screenOn, tableWidthOn } from "./screen.js";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] satisfies StopSignal[]) {
  process.on(signal, () => {
    // The second signal ends the process at once.
    if (stop.signal.aborted) process.exit(exitCodes[signal]);
    stop.abort(new Stopped(signal));
  });
}

// A reader that ends early, such as `head`, is no fault; and the later errors of a stream follow from its first one.
let broken: NodeJS.ErrnoException | undefined;
process.stdout.on("error", (error) => {
  broken ??= error;
});
process.stderr.on("error", () => {});
const { stderr } = process;
const shell: Shell = {
  out: (text) => process.stdout.write(`${text}\n`),
  outWidth: () => tableWidthOn(process.stdout),
  error: (text) => stderr.write(`${text}\n`),
  screen: screenOn(stderr, process.env),
  keyboard: () => (process.stdin.isTTY ? process.stdin : null),
  stdio: () => ({ input: process.stdin, output: process.stdout }),
  environment: process.env,
  folder: process.cwd(),
  stop: stop.signal,
};

async function loadClock() {
  const { systemClock } = await import("@league-v2/sdk");
  return systemClock;
}

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};
process.exitCode = await run(process.argv.slice(2), shell, version, loadClock);

await new Promise((resolve) => process.stdout.write("", resolve));
if (broken !== undefined && broken.code !== "EPIPE") {
  const { systemReason } = await import("@league-v2/sdk/node");
  shell.error(`WRITE_FAILED: cannot write the standard output: ${systemReason(broken)}`);
  process.exitCode = exitCodes.unwritten;
}
// Pending work, for example a strategy that hangs, does not delay the end of the process.
if (stop.signal.aborted) process.exit();
