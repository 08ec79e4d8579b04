/** Many messages of a simulation are written at the same moment, which is formatted once. */
let latest = { ms: 0, text: new Date(0).toISOString() };

/** RFC 3339 in UTC with milliseconds, from milliseconds since the epoch. Formats a given time; reads no clock. */
export function utc(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}
