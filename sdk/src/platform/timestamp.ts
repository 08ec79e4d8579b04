/** RFC 3339 in UTC with milliseconds, from milliseconds since the epoch. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
