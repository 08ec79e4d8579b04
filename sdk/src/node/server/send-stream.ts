/** Sends a reply in pieces, no faster than the client reads, until it ends or the client disconnects. */
import type { ServerResponse } from "node:http";

/** The head must already be set. */
export function sendStream(response: ServerResponse, stream: AsyncIterable<Uint8Array>): void {
  const pieces = stream[Symbol.asyncIterator]();
  // The client no longer needs its result.
  const end = () => {
    pieces.return?.().catch(() => {});
  };
  if (response.closed) {
    end();
    return;
  }
  response.once("close", end);
  response.flushHeaders();
  copy(response, pieces).catch(() => response.destroy());
}

async function copy(response: ServerResponse, pieces: AsyncIterator<Uint8Array>): Promise<void> {
  // One listener for all pieces: a new one for each costs as much as the write.
  let resume = () => {};
  response.on("drain", () => resume());
  response.once("close", () => resume());
  for (;;) {
    const { done, value } = await pieces.next();
    if (response.closed) return;
    if (done) break;
    if (response.write(value)) continue;
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
    if (response.closed) return;
  }
  response.end();
}
