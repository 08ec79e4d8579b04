/** The headers of a request that mean something to an agent; adapters hand on these and no others. */
const carried = ["authorization", "mcp-protocol-version", "origin", "traceparent", "tracestate"] as const;

/** Headers of browsers that request a page or resume its events. */
const carriedToPages = [...carried, "accept", "last-event-id"] as const;

/**
 * Those of the carried headers that a request has; undefined if it has none, as nearly every request.
 * @param read gives a header by its name in lower case; what is no text is no header
 */
export function carriedHeaders(
  read: (name: string) => unknown,
  method: string,
): Record<string, string> | undefined {
  let found: Record<string, string> | undefined;
  for (const name of method === "GET" ? carriedToPages : carried) {
    const value = read(name);
    if (typeof value === "string") {
      found ??= {};
      found[name] = value;
    }
  }
  return found;
}
