/** Removes input that validation libraries repeat in faults: `{"loc": ["body"], "input": {…}}`. */
import { isObject } from "../members.js";
import type { Exchange } from "./types.js";

/** The exchange without what an error repeats of the request, so that its text shows only what the peer read. */
export function withoutEcho(one: Exchange): Exchange {
  const isError = one.by === "us" && one.status !== undefined && one.status >= 400;
  return isError ? { ...one, reply: withoutInput(one.reply) } : one;
}

function withoutInput(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInput);
  if (!isObject(value)) return value;
  const isFault = Array.isArray(value.loc);
  const members = Object.entries(value).filter(([name]) => !(isFault && name === "input"));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutInput(member)]));
}
