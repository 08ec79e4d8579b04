/** When a text in a form of ISO 8601 says that it is. */

/** Clocks of two machines differ; a time that differs more is not "the present time". */
export const CLOCK_SKEW_MS = 5 * 60 * 1_000;

const ISO_8601 =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?$/;

/** In milliseconds; undefined where the text is in no such form. What names no time zone is read as UTC. */
export function isoTime(text: unknown): number | undefined {
  const parts = typeof text === "string" ? ISO_8601.exec(text) : null;
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const fraction = Number(`0.${parts[7] ?? 0}`) * 1_000;
  const offset = (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * 60_000;
  return (
    Date.UTC(year, month - 1, day, hour, minute, second) + fraction - (parts[8] === "-" ? -offset : offset)
  );
}

const IN_UTC = /T\d{2}:?\d{2}:?\d{2}(?:[.,]\d+)?(?:Z|\+00(?::?00)?)$/;

/** The same of a text that names seconds and UTC; undefined for any other. */
export function utcTime(text: unknown): number | undefined {
  return IN_UTC.test(String(text)) ? isoTime(text) : undefined;
}

/** After this long every clock shows another time, also one without fractions of a second. */
export const TICK_MS = 2_100;

/** Many messages of a simulation are written at the same moment, which is formatted once. */
let latest = { ms: 0, text: new Date(0).toISOString() };

/** RFC 3339 in UTC with milliseconds, from milliseconds since the epoch. Formats a given time; reads no clock. */
export function utc(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}
