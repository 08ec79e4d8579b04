import type { RecordedResult } from "./store.js";

/** Whether two reports have the same content, from any sender. */
export function sameResult(one: RecordedResult, other: RecordedResult): boolean {
  return (
    one.status === other.status &&
    one.winner === other.winner &&
    one.drawn_number === other.drawn_number &&
    sameEntries(one.score, other.score) &&
    sameEntries(one.choices, other.choices)
  );
}

function sameEntries(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && other[key] === value)
  );
}
