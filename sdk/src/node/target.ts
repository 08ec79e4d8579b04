import type { RequestOptions } from "node:http";
import { urlToHttpOptions } from "node:url";
import { TransportError } from "../platform/transport.js";

/** The target of a request as Node's options. */
export interface Target {
  readonly secure: boolean;
  readonly options: RequestOptions;
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
  return {
    secure: protocol === "https:",
    options: {
      method: "POST",
      hostname: hostname ?? null,
      port: port ?? null,
      path: path ?? "/",
      auth: auth ?? null,
      headers: { "content-type": "application/json", accept: "application/json" },
    },
  };
}
