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
