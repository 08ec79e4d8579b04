import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that Linux assigns to outgoing connections (32768 to 60999): such a port can be taken between the search for it
 * and its use.
 */
const range = { first: 20_000, end: 32_000 };

/** A port on which no process listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.first, range.end);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
