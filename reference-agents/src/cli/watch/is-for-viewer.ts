import type { HttpRequest } from "@league-v2/sdk";

/** Which requests are for the viewer: the events, and `/` unless the client asks for JSON, as agents do. */
export function isForViewer({ method, path, headers }: HttpRequest): boolean {
  if (isEvents(path)) return method === "GET";
  if (withoutQuery(path) !== "/" || !["GET", "HEAD"].includes(method)) return false;
  const accept = headers?.accept ?? "";
  return accept.includes("text/html") || !accept.includes("json");
}

export function isEvents(path: string): boolean {
  return withoutQuery(path) === "/events";
}

function withoutQuery(path: string): string {
  return path.split("?", 1)[0] ?? "";
}
