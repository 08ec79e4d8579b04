import type { Writable } from "node:stream";

/** Waits until what was written has left the process: an exit would cut it off where the output is a pipe. */
export function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0) resolve();
    else stream.write("", () => resolve());
  });
}
