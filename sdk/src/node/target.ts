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
  readonly options: RequestOptions;
}

/** @throws TransportError unreachable, if the URL is invalid or not http(s) */
export function parseTarget(url: string): Target {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    throw new TransportError("unreachable", `${JSON.stringify(url)} is not an http or https URL`);
  }
  const { protocol, hostname, port, path, auth } = urlToHttpOptions(parsed);
  const host = hostname ?? "";
  return {
    secure: protocol === "https:",
    host,
    isAddress: isIP(host) !== 0,
    options: {
      host,
      port: port ?? null,
      path: path ?? "/",
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
