/** The outgoing connections of a transport: where a URL leads, its kept connections, and the check of each resolved address. */
import type { Agent, RequestOptions } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type AddressGuard, TransportError } from "../platform/transport.js";
import { http, loadHttps } from "./node-http.js";

/** The target of a request. */
export interface Target {
  readonly secure: boolean;
  /** Without the brackets of IPv6. */
  readonly host: string;
  /** Whether the host is an address, which no lookup checks. */
  readonly isAddress: boolean;
  readonly options: RequestOptions;
}

const requestHeaders = {
  "content-type": "application/json",
  accept: "application/json",
  // A server may compress its answer for every client that does not exclude this.
  "accept-encoding": "identity",
};

/** @throws TransportError unreachable, if the URL is invalid or not http(s) */
export function parseTarget(url: string): Target {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    throw new TransportError("unreachable", `${JSON.stringify(url)} is not an http or https URL`);
  }
  const { protocol, hostname, port, pathname, search } = parsed;
  const host = hostname.replace(/^\[|\]$/g, "");
  const options: RequestOptions = { host, port, path: pathname + search, headers: requestHeaders };
  const auth = credentialsIn(parsed);
  if (auth !== undefined) options.auth = auth;
  return { secure: protocol === "https:", host, isAddress: isIP(host) !== 0, options };
}

/** The credentials of a URL, which its error does not quote. @throws TransportError unreachable, if they cannot be decoded */
function credentialsIn({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    throw new TransportError("unreachable", "a % in the URL's credentials begins no escape; write it as %25");
  }
}

/** Agents for kept connections, and for those of one exchange. */
export interface Pools {
  readonly pooled: Agents;
  readonly fresh: Agents;
}

export interface Agents {
  readonly http: Agent;
  /** Created for the first request that needs it. */
  https(): HttpsAgent;
  close(): void;
}

export function poolsOf({ ca }: { readonly ca?: string | undefined }, lookup?: LookupFunction): Pools {
  const agents = (keepAlive: boolean): Agents => {
    const plain = new http.Agent({ keepAlive, lookup });
    let secure: HttpsAgent | undefined;
    return {
      http: plain,
      https() {
        secure ??= new (loadHttps().Agent)({ keepAlive, lookup, ca });
        return secure;
      },
      close() {
        plain.destroy();
        secure?.destroy();
      },
    };
  };
  return { pooled: agents(true), fresh: agents(false) };
}

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name; rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/**
 * A lookup whose addresses the guard checks. The connection uses the checked address, so that a name that changes its
 * address afterwards (DNS rebinding) does not bypass the check. A name with one refused address is refused.
 */
export function guardedLookup(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (found) => {
        for (const { address } of found) {
          const why = guard.refuseAddress(hostname, address);
          if (why !== null) return callback(refusedAddress(hostname, address, why), "");
        }
        const [first] = found;
        if (first === undefined) return callback(new Error(`${hostname} has no address`), "");
        if (all === true) return callback(null, [...found]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
}

export function refusedAddress(hostname: string, address: string, why: string): Error {
  const where = hostname === address ? address : `${hostname} (${address})`;
  return new Error(`${where} is not called: ${why}`);
}
