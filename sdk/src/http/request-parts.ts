/** What an agent reads of an HTTP request besides its body: path, headers, content type, and the origin of a web page. */
import { isLoopback } from "../domain/endpoint-policy.js";

/**
 * The path of a request target, without query and without one trailing slash (`/mcp/` is `/mcp`).
 * The absolute form, which proxies send, is accepted too.
 */
export function pathOf(target: string): string {
  const path = withoutOrigin(target).split(/[?#]/, 1)[0] ?? "";
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function withoutOrigin(target: string): string {
  const origin = target.startsWith("/") ? null : /^https?:\/\/[^/?#]+/i.exec(target);
  return origin === null ? target : target.slice(origin[0].length) || "/";
}

/** The request headers that an agent reads; adapters pass these and no others. */
const carried = [
  "authorization",
  "content-encoding",
  "mcp-protocol-version",
  "origin",
  "traceparent",
  "tracestate",
] as const;

/** Headers of browsers that request a page or resume its events. */
const carriedToPages = [...carried, "accept", "last-event-id"] as const;

/**
 * The carried headers of a request; undefined for the many requests without any.
 * @param read returns a header by its name in lower case; a value that is no text is ignored
 */
export function carriedHeaders(
  read: (name: string) => unknown,
  method: string,
): Record<string, string> | undefined {
  let found: Record<string, string> | undefined;
  for (const name of method === "GET" || method === "HEAD" ? carriedToPages : carried) {
    const value = read(name);
    if (typeof value === "string") {
      found ??= {};
      found[name] = value;
    }
  }
  return found;
}

/** `application/json`, and the other names that JSON-RPC over HTTP has for it. */
export const jsonTypes = ["application/json", "application/json-rpc", "application/jsonrequest"];

/** Whether a content type announces JSON that can be read here: in UTF-8 if it names a charset. Other parameters are ignored. */
export function isJson(contentType: string | null): boolean {
  if (contentType === "application/json") return true;
  if (contentType === null) return false;
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  return jsonTypes.includes(type.trim()) && parameters.every(isHarmless);
}

function isHarmless(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=", 2);
  if (name.trim() !== "charset") return true;
  return ["utf-8", "utf8"].includes(value.trim().replace(/^"(.*)"$/, "$1"));
}

/**
 * Which web pages may call an agent; prevents DNS rebinding (Model Context Protocol, transports).
 * Programs send no `Origin` and are always admitted; of pages, those of this machine are.
 * @param allowed further origins, `https://play.example`
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[] = []): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && isLoopback(new URL(origin).host);
}

/**
 * Whether a server that listens on loopback serves a request for this host: a page whose name an attacker leads to
 * this machine sends no `Origin` with a GET, but its name as `Host`.
 * @param allowed further host names, without ports
 */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  // Only HTTP/1.0 has no host, and no browser speaks it.
  return host === undefined || isLoopback(host) || allowed.includes(host.replace(/:\d+$/, "").toLowerCase());
}
