import type { Server } from "node:http";
import type { Clock } from "../platform/clock.js";

/** Stops accepting, closes idle connections, waits `graceMs` for the others, then destroys them. */
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
