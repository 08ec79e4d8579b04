import type { HttpRequest } from "@league-v2/sdk";

/** Which requests are for the viewer: those of browsers, so that `/` stays unknown to agents. */
export function isForViewer({ method, path, headers }: HttpRequest): boolean {
  if (method !== "GET") return false;
  if (isEvents(path)) return true;
  return withoutQuery(path) === "/" && (headers?.accept ?? "").includes("text/html");
}

export function isEvents(path: string): boolean {
  return withoutQuery(path) === "/events";
}

function withoutQuery(path: string): string {
  return path.split("?", 1)[0] ?? "";
}
