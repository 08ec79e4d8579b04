import type { Server } from "node:http";
import type { Clock } from "../platform/clock.js";

/** Stops accepting, closes idle connections, gives the others `graceMs` to end, then cuts them off. */
export function closeServer(server: Server, clock: Clock, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const grace = clock.after(graceMs, () => server.closeAllConnections());
    server.close(() => {
      grace.cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}
