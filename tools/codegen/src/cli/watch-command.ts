import { watch } from "node:fs";
import { SpecError } from "../fault.js";
import { type GenerateOptions, writeGenerated } from "./generate-command.js";
import type { Terminal } from "./terminal.js";

/** An editor writes a file in several steps; the run starts after the last one. */
const SETTLE_MS = 80;

/**
 * Generates now and after every change of the specification. A fault is printed and does not end the watch.
 * @param signal ends the watch; the promise then resolves.
 */
export async function watchSpec(
  options: GenerateOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const run = async () => {
    try {
      await writeGenerated(options, terminal);
    } catch (error) {
      terminal.error(error instanceof SpecError ? error.message : String(error));
    }
  };
  let running = Promise.resolve();
  const runAfterTheLast = () => {
    running = running.then(run);
    return running;
  };
  let settling: NodeJS.Timeout | undefined;
  const watcher = watch(options.spec, { recursive: true }, () => {
    clearTimeout(settling);
    // Files change in real time, so this timer needs no Clock.
    settling = setTimeout(runAfterTheLast, SETTLE_MS);
  });
  await runAfterTheLast();
  terminal.out(`watching ${options.spec}; end with Ctrl-C`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearTimeout(settling);
  watcher.close();
  await running;
}
