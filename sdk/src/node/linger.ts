import type { Socket } from "node:net";
import type { Clock } from "../platform/clock.js";

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
