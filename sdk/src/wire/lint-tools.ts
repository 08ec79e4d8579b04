import { asText } from "./as-text.js";

/** One fault of a profile document. */
export interface ProfileFault {
  /** JSON Pointer into the profile document. */
  readonly pointer: string;
  readonly problem: string;
  readonly hint?: string;
}

/** A value as JSON, truncated to `length` characters. */
export function show(value: unknown, length = 80): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

export function choice(
  value: unknown,
  allowed: readonly string[],
  pointer: string,
  faults: ProfileFault[],
  also?: string,
): void {
  if (value === undefined || (typeof value === "string" && allowed.includes(value))) return;
  const hint = [nearest(asText(value), allowed), also].filter((part) => part !== undefined).join("; ");
  const problem = `${show(value)} is not one of ${allowed.join(", ")}`;
  faults.push({ pointer, problem, ...(hint === "" ? {} : { hint }) });
}

export function unknownMembers(
  object: Readonly<Record<string, unknown>>,
  known: readonly string[],
  pointer: string,
  faults: ProfileFault[],
): void {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    faults.push({
      pointer: `${pointer}/${key}`,
      problem: `"${key}" means nothing here`,
      ...didYouMean(key, known),
    });
  }
}

export function didYouMean(text: string, known: readonly string[]): { hint: string } {
  return { hint: nearest(text, known) ?? `known: ${known.join(", ")}` };
}

function nearest(text: string, known: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const word of known) {
    const distance = editDistance(text.toLowerCase(), word.toLowerCase());
    if (best === undefined || distance < best.distance) best = { word, distance };
  }
  const isNear = best !== undefined && best.distance <= Math.max(1, Math.floor(text.length / 3));
  return best !== undefined && isNear ? `did you mean "${best.word}"?` : undefined;
}

/** How many letters must be changed, added or left out to make one word of the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
