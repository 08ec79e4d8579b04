import { watch } from "node:fs";
import { SpecError } from "../fault.js";
import { type GenerateOptions, writeGenerated } from "./generate-command.js";
import type { Terminal } from "./write-file.js";

/** An editor writes a file in several steps; the run starts after the last one. */
const DEBOUNCE_MS = 80;

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
  const queueRun = () => {
    running = running.then(run);
    return running;
  };
  let debounce: NodeJS.Timeout | undefined;
  const watcher = watch(options.spec, { recursive: true }, () => {
    clearTimeout(debounce);
    // Files change in real time, so this timer needs no Clock.
    debounce = setTimeout(queueRun, DEBOUNCE_MS);
  });
  await queueRun();
  terminal.out(`watching ${options.spec}; end with Ctrl-C`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearTimeout(debounce);
  watcher.close();
  await running;
}
