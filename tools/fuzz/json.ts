/** JSON values and texts of a random generator. */
import type { Random } from "@league-v2/sdk";

const literals = [null, true, false, 0, -0, -1, 0.5, 1e308, 2 ** 53, -(2 ** 63)];
const words =
  "../../etc/passwd <script> %s%n 2025-02-30T25:61:61Z file:///etc/passwd constructor __proto__".split(" ");
const texts = ["", " ", "\u0000", "\ud800", "💥".repeat(40), "http://169.254.169.254/latest/meta-data"];
const unusual: readonly unknown[] = [...literals, ...words, ...texts, [], {}, [[[[]]]]];

const names = "__proto__ constructor prototype toString hasOwnProperty then toJSON length a"
  .split(" ")
  .concat("");

/** Any JSON value, a few levels deep. */
export function anyValue(random: Random, depth = 3): unknown {
  if (depth === 0 || !onceIn(random, 3))
    return onceIn(random, 12) ? "x".repeat(random.below(5000)) : pick(random, unusual);
  const length = random.below(5);
  if (onceIn(random, 2)) return Array.from({ length }, () => anyValue(random, depth - 1));
  return objectOf(Array.from({ length }, () => [pick(random, names), anyValue(random, depth - 1)]));
}

/** A copy of the value with one part changed, removed, doubled or moved to another name. */
export function changed(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || onceIn(random, 6)) return anyValue(random);
  if (Array.isArray(value)) {
    if (value.length === 0) return [anyValue(random)];
    const at = random.below(value.length);
    const copy = [...value];
    const change = pick(random, ["remove", "double", "change"] as const);
    if (change === "remove") copy.splice(at, 1);
    else if (change === "double") copy.push(...copy);
    else copy[at] = changed(copy[at], random);
    return copy;
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || onceIn(random, 6))
    return objectOf([...entries, [pick(random, names), anyValue(random)]]);
  const at = random.below(entries.length);
  const [name = "", old] = entries[at] ?? [];
  if (onceIn(random, 4)) entries.splice(at, 1);
  else if (onceIn(random, 6)) entries[at] = [pick(random, names), old];
  else entries[at] = [name, changed(old, random)];
  return objectOf(entries);
}

/** An object whose members may include an own `__proto__`. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries) {
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return made;
}

/** One of the members, each with the same probability. @throws RangeError if there are none */
export function pick<T>(random: Random, members: readonly T[]): T {
  const index = random.below(members.length);
  return members[index] as T;
}

/** True with the probability 1/`times`. */
export function onceIn(random: Random, times: number): boolean {
  return random.below(times) === 0;
}
