/** An invalid text that is similar to a valid one, and its fault. */
export interface NearText {
  readonly what: string;
  readonly text: string;
}

/** Valid times that are not in UTC, which many programs send by default. */
const TIMES: readonly NearText[] = [
  { what: "not in UTC", text: "2025-12-20T12:00:00+02:00" },
  { what: "without a time zone", text: "2025-12-20T12:00:00" },
];

/** A few texts similar to a valid one that its pattern refuses, the most informative first. */
export function nearTexts(right: string, pattern: RegExp): NearText[] {
  const near: readonly NearText[] = [
    ...(isTime(pattern) ? TIMES : []),
    { what: "followed by a space", text: `${right} ` },
    { what: "followed by a new line", text: `${right}\n` },
    { what: "preceded by a sign", text: `!${right}` },
    { what: "in capitals", text: right.toUpperCase() },
    { what: "empty", text: "" },
  ];
  return near.filter(({ text }) => !pattern.test(text)).slice(0, 2);
}

/** Whether a pattern describes times in UTC; tested with samples, so that it does not depend on names. */
export function isTime(pattern: RegExp): boolean {
  const times = ["2025-01-15T10:30:00Z", "2025-01-15T10:30:00.000Z"];
  return (
    times.every((time) => pattern.test(time)) && !pattern.test("2025-01-15T10:30") && !pattern.test("R1M1")
  );
}
