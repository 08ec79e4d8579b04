/** Counts the connections and the requests of each address. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { RateLimiter } from "../http/rate-limiter.js";
import type { Clock } from "../platform/clock.js";
import type { ConnectionLimits } from "./connection-limits.js";
import { addressKey } from "./remote-address.js";

const noLimit = Number.POSITIVE_INFINITY;

export class ConnectionLimiter {
  readonly #perAddress: number;
  readonly #limitLoopback: boolean;
  readonly #rates: RateLimiter | null;
  readonly #open = new Map<string, number>();

  constructor(server: Server, limits: ConnectionLimits, clock: Clock) {
    const { connections = noLimit, connectionsPerAddress = noLimit, limitLoopback = false } = limits;
    const { requestsPerSecond = noLimit, requestBurst = requestsPerSecond } = limits;
    this.#perAddress = connectionsPerAddress;
    this.#limitLoopback = limitLoopback;
    this.#rates =
      requestsPerSecond === noLimit ? null : new RateLimiter({ requestsPerSecond, requestBurst }, clock);
    if (connections !== noLimit) server.maxConnections = connections;
    if (connectionsPerAddress !== noLimit) server.prependListener("connection", this.#opened);
  }

  /** 0 if a request on this connection may be served, else the milliseconds until it may. */
  wait({ remoteAddress }: Socket): number {
    if (this.#rates === null) return 0;
    const key = this.#keyOf(remoteAddress);
    return key === null ? 0 : this.#rates.take(key);
  }

  #opened = (socket: Socket): void => {
    const key = this.#keyOf(socket.remoteAddress);
    if (key === null) return;
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#perAddress) {
      socket.destroy();
      return;
    }
    this.#open.set(key, open + 1);
    socket.once("close", () => this.#closed(key));
  };

  #closed(key: string): void {
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }

  #keyOf(address: string | undefined): string | null {
    return addressKey(address) ?? (this.#limitLoopback ? "loopback" : null);
  }
}
