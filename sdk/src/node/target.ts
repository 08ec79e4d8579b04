import type { RequestOptions } from "node:http";
import { isIP } from "node:net";
import { urlToHttpOptions } from "node:url";
import { TransportError } from "../platform/transport.js";

/** The target of a request. */
export interface Target {
  readonly secure: boolean;
  /** Without the brackets of IPv6. */
  readonly host: string;
  /** Whether the host is an address, which no lookup checks. */
  readonly isAddress: boolean;
  /** For Node, which copies them three times for each request: no member more than is needed. */
  readonly options: TargetOptions;
}

export interface TargetOptions extends Pick<RequestOptions, "host" | "port" | "path" | "auth" | "headers"> {
  /** Requests of one origin share their connections. */
  readonly origin: string;
  /** Node would take it from the header `host` of each request. */
  readonly servername: string;
}

/** The cache size: a league has a few peers. */
const LARGEST_CACHE = 1024;

/** Parses each URL once. */
export class TargetCache {
  readonly #targets = new Map<string, Target>();

  /** @throws TransportError unreachable, if the URL is invalid or not http(s) */
  get(url: string): Target {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    const target = parseTarget(url);
    if (this.#targets.size >= LARGEST_CACHE) this.#targets.clear();
    this.#targets.set(url, target);
    return target;
  }
}

function parseTarget(url: string): Target {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    throw new TransportError("unreachable", `${JSON.stringify(url)} is not an http or https URL`);
  }
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(parsed);
  const host = hostname ?? "";
  const isAddress = isIP(host) !== 0;
  return {
    secure: protocol === "https:",
    host,
    isAddress,
    options: {
      host,
      port: port ?? null,
      path: path ?? "/",
      origin: `${host}:${port ?? ""}`,
      // TLS names a server by its name only.
      servername: isAddress ? "" : host,
      ...(auth ? { auth } : {}),
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        // A server may compress its answer for every client that does not exclude this.
        "accept-encoding": "identity",
      },
    },
  };
}
