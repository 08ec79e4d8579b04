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
