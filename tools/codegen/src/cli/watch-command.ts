import { watch } from "node:fs";
import { SpecError } from "../fault.js";
import { type GenerateOptions, writeGenerated } from "./generate-command.js";
import type { Terminal } from "./terminal.js";

/** Editors write a file in several steps; the run waits until they are through. */
const SETTLE_MS = 80;

/**
 * Generates now and after every change of the specification. A fault is told and waited out.
 * @param signal ends the watch; the promise then resolves.
 */
export async function watchSpec(
  options: GenerateOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const run = () => {
    try {
      writeGenerated(options, terminal);
    } catch (error) {
      terminal.error(error instanceof SpecError ? error.message : String(error));
    }
  };
  let settling: NodeJS.Timeout | undefined;
  const watcher = watch(options.spec, { recursive: true }, () => {
    clearTimeout(settling);
    // Files change in the machine's time; there is no simulated one for which this would need a door.
    settling = setTimeout(run, SETTLE_MS);
  });
  run();
  terminal.out(`watching ${options.spec}; end with Ctrl-C`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearTimeout(settling);
  watcher.close();
}
