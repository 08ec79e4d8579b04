/** Whether a web page may call an agent: prevents DNS rebinding (Model Context Protocol, transports). */

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Programs send no `Origin` and are always admitted; of pages, those of this machine are.
 * @param allowed further origins, `https://play.example`
 */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[] = []): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}
