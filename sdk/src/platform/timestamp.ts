/** A cache: a busy agent writes many timestamps in one millisecond, and formatting one costs as much as validating a message. */
let latest = { ms: 0, text: new Date(0).toISOString() };

/** RFC 3339 in UTC with milliseconds, from milliseconds since the epoch. */
export function timestamp(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}
