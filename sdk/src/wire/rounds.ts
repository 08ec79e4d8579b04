/** The rounds in a message of agents that give them names: `ROUND_2` is 2. */
import { putAt, valueAt } from "./members.js";
import type { JsonObject } from "./types.js";

const places = ["/round_id", "/context/round_id", "/next_round_id"];

/** Brings the names of rounds into the numbers of the contract, in `message` itself. A text without one number stays. */
export function readRounds(message: JsonObject): void {
  for (const pointer of places) {
    const value = valueAt(message, pointer);
    const [number, ...others] = typeof value === "string" ? (value.match(/\d+/g) ?? []) : [];
    if (number !== undefined && others.length === 0) putAt(message, pointer, Number(number));
  }
}
