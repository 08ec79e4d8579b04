/** Which web pages may call an agent: prevents DNS rebinding (Model Context Protocol, transports). */
import { isLoopback } from "../domain/address-kind.js";

/**
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
