/** Which web pages may call an agent: prevents DNS rebinding (Model Context Protocol, transports). */
import { isLoopback } from "../domain/address-kind.js";

/**
 * Programs send no `Origin` and are always admitted; of pages, those of this machine are.
 * @param allowed further origins, `https://play.example`
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[] = []): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

/**
 * Whether a server that listens on loopback serves a request for this host: a page whose name an attacker leads to
 * this machine sends no `Origin` with a GET, but its name as `Host`.
 * @param allowed further host names, without ports
 */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  // HTTP/1.0, which no browser speaks.
  if (host === undefined) return true;
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isLoopback(hostname) || allowed.includes(hostname);
}
