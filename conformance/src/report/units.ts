const DAY_MS = 86_400_000;

/** A duration as text: `812 ms`, `5.0 s`, `1 min 35 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A moment of a transcript, counted from the start of its check: `+5004 ms`. */
export function moment(atMs: number): string {
  return `+${Math.round(atMs)} ms`;
}

/** Per cent with at most one decimal: `97.5 %`. */
export function percent(value: number): string {
  return `${Math.round(value * 10) / 10} %`;
}

/**
 * Milliseconds since the epoch for an RFC 3339 moment in UTC, `undefined` for anything else. Plain arithmetic, because
 * this package reads the machine's clock and time zone only through its `Clock`.
 */
export function epochMs(timestamp: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:Z|\+00:00)$/.exec(timestamp);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const fraction = Math.round(Number(parts[7] ?? 0) * 1000);
  return daysFromEpoch(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
}

/** The time of day of an epoch moment, in UTC: `12:01:35 UTC`. */
export function timeOfDay(epoch: number): string {
  const seconds = Math.floor((((epoch % DAY_MS) + DAY_MS) % DAY_MS) / 1000);
  const pair = (value: number) => String(value).padStart(2, "0");
  return `${pair(Math.floor(seconds / 3600))}:${pair(Math.floor(seconds / 60) % 60)}:${pair(seconds % 60)} UTC`;
}

/** Days of the Gregorian calendar since 1970-01-01, with years that begin in March so that the leap day comes last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

/** The name of the agent under test in transcripts. Every other name is a peer of the suite. */
export const AGENT = "agent";

/** Whether this name is an instance of the agent: a check may have started a second one. */
export function isAgent(name: string): boolean {
  return name === AGENT || /^agent \d+$/.test(name);
}
