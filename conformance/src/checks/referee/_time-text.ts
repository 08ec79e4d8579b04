/** Times as agents write them: RFC 3339, or the compact form of RA. */
const ISO_8601_UTC = /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?(\d{2})(?:[.,](\d+))?(?:Z|\+00(?::?00)?)$/;

/** Milliseconds since the epoch; undefined for anything but a time in UTC. */
export function readTime(text: unknown): number | undefined {
  const parts = typeof text === "string" ? ISO_8601_UTC.exec(text) : null;
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(`0.${parts[7] ?? 0}`) * 1_000;
}
