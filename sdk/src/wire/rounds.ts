/** Converts named rounds to numbers: `ROUND_2` is 2. */
import { putAt, valueAt } from "./members.js";
import type { JsonObject } from "./types.js";

const places = ["/round_id", "/context/round_id", "/next_round_id"];

/** Replaces names of rounds by numbers, in `message` itself. A text without exactly one number is unchanged. */
export function readRounds(message: JsonObject): void {
  for (const pointer of places) {
    const value = valueAt(message, pointer);
    const [number, ...others] = typeof value === "string" ? (value.match(/\d+/g) ?? []) : [];
    if (number !== undefined && others.length === 0) putAt(message, pointer, Number(number));
  }
}
