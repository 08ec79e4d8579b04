import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Clock } from "../../platform/clock.js";

/** The maximum number of connections that wait to be accepted: a whole league registers at once. */
const BACKLOG = 1024;

/** Resolves when the server listens; throws `StartupError` if it cannot. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      import("./startup-faults.js").then(({ listenError }) => reject(listenError(error, port, host)), reject);
    };
    server.once("error", onError);
    try {
      server.listen({ port, host, backlog: BACKLOG }, () => {
        server.off("error", onError);
        resolve();
      });
    } catch (error) {
      // Node throws the error of an invalid port, and does not emit it.
      onError(error as NodeJS.ErrnoException);
    }
  });
}

/** The origin at which a server listens. */
export function addressOf(server: Server, scheme: "http" | "https"): { origin: string; port: number } {
  const { address, family, port } = server.address() as AddressInfo;
  return { origin: `${scheme}://${family === "IPv6" ? `[${address}]` : address}:${port}`, port };
}

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

/**
 * For a reply that is sent before the request has been read: a socket that is destroyed with unread input resets the
 * connection, and the client loses the reply. Instead the sending side is closed, further input is discarded,
 * and only after `lingerMs`, or when the client closes, is the socket destroyed.
 *
 * Node ends a connection after its last reply with `destroySoon`, which is therefore replaced.
 */
export function lingerWhenDone(socket: Socket, clock: Clock, lingerMs: number): void {
  socket.destroySoon = () => {
    socket.end();
    socket.resume();
    const timer = clock.after(lingerMs, () => socket.destroy());
    socket.once("end", () => socket.destroy());
    socket.once("close", () => timer.cancel());
  };
}
