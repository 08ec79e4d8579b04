/** The headers of a request that mean something to an agent; adapters hand on these and no others. */
const carried = ["authorization", "mcp-protocol-version", "origin", "traceparent", "tracestate"] as const;

/**
 * Those of the carried headers that a request has; undefined if it has none, as nearly every request.
 * @param read gives a header by its name in lower case; what is no text is no header
 */
export function carriedHeaders(read: (name: string) => unknown): Record<string, string> | undefined {
  let found: Record<string, string> | undefined;
  for (const name of carried) {
    const value = read(name);
    if (typeof value === "string") {
      found ??= {};
      found[name] = value;
    }
  }
  return found;
}
