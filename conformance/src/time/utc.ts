/** RFC 3339 in UTC with milliseconds, from milliseconds since the epoch. Formats a given time; reads no clock. */
export function utc(ms: number): string {
  return new Date(ms).toISOString();
}
