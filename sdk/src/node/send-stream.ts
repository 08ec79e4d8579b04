/** Sends a reply piece by piece, no faster than the client reads, until it ends or the client has gone. */
import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** The head must be set already. */
export function sendStream(response: ServerResponse, stream: AsyncIterable<string>): void {
  const pieces = stream[Symbol.asyncIterator]();
  const gone = new AbortController();
  response.once("close", () => {
    gone.abort();
    // What comes of it concerns no client any more.
    pieces.return?.().catch(() => {});
  });
  response.flushHeaders();
  copy(response, pieces, gone.signal).catch(() => response.destroy());
}

async function copy(
  response: ServerResponse,
  pieces: AsyncIterator<string>,
  gone: AbortSignal,
): Promise<void> {
  for (;;) {
    const { done, value } = await pieces.next();
    if (gone.aborted) return;
    if (done) break;
    if (!response.write(value)) await once(response, "drain", { signal: gone });
  }
  response.end();
}
