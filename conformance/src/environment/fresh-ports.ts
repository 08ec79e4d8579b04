import type { Random } from "../sdk.js";

/** Below the ports that systems hand out of their own accord, so that no other program gets one of them by chance meanwhile. */
export const PORTS = { first: 10_000, count: 22_000 };

/**
 * Gives one port at a time, and none again before half of all have been given: an agent that still calls a peer that has
 * gone, or that refuses connections, must not reach another one in its place.
 */
export function freshPorts(random: Random): () => number {
  const given = new Set<number>();
  return () => {
    if (given.size >= PORTS.count / 2) given.clear();
    for (;;) {
      const port = PORTS.first + random.below(PORTS.count);
      if (given.has(port)) continue;
      given.add(port);
      return port;
    }
  };
}
