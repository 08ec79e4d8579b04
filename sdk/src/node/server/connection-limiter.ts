/** Counts the connections and the requests of each address. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../../platform/clock.js";
import type { ConnectionLimits } from "./server-limits.js";

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

/** IPv4 on an IPv6 socket. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The length of the IPv6 prefix that a provider assigns to one customer. */
const networkGroups = 4;

/**
 * The address that is limited; null for this machine, whose agents all have the same one.
 * IPv6 is limited by its /64 network: one host usually has all addresses of it.
 */
export function addressKey(address: string | undefined): string | null {
  if (address === undefined) return "unknown";
  const plain = mapped.exec(address)?.[1] ?? address;
  if (plain.startsWith("127.") || plain === "::1") return null;
  // Node sets the remote address of a socket, so this is IPv4 or IPv6.
  return plain.includes(":") ? networkOf(plain) : plain;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...rest];
  return `${all.slice(0, networkGroups).join(":")}::/64`;
}

interface Rate {
  /** Requests a second in the long run. */
  readonly requestsPerSecond: number;
  /** The maximum burst after a pause. */
  readonly requestBurst: number;
}

interface Bucket {
  tokens: number;
  /** The time at which `tokens` was computed. */
  at: number;
}

/** The maximum number of stored senders; beyond it, the state of the least recent one is deleted. */
const mostBuckets = 10_000;

/** Limits the requests of each sender: one token bucket each, refilled over time. */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #clock: Clock;
  /** Ordered by the latest request. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, clock: Clock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  /** Takes one token. 0 on success, else the milliseconds until a token is available. */
  take(asker: string): number {
    const { requestsPerSecond, requestBurst } = this.#rate;
    const now = this.#clock.now();
    const { tokens, at } = this.#buckets.get(asker) ?? { tokens: requestBurst, at: now };
    const refilled = Math.min(requestBurst, tokens + (Math.max(0, now - at) * requestsPerSecond) / 1000);
    const wait = refilled >= 1 ? 0 : ((1 - refilled) * 1000) / requestsPerSecond;
    this.#buckets.delete(asker);
    this.#buckets.set(asker, { tokens: wait === 0 ? refilled - 1 : refilled, at: now });
    if (this.#buckets.size > mostBuckets) this.#removeOne();
    return wait;
  }

  #removeOne(): void {
    for (const asker of this.#buckets.keys()) {
      this.#buckets.delete(asker);
      return;
    }
  }
}
