/** Finds the message in an answer of a form that nobody has described yet. */
import { isObject } from "../json/pointer.js";
import { type JsonObject, scanJson } from "../json/scan.js";
import { utf8 } from "../json/text.js";

export interface FoundMessage {
  /** Names of the members on the way; `text` of a JSON text stands for what is written in it. */
  path: readonly string[];
  message: JsonObject;
}

/** What the message must be about, to be told from an error or a greeting. */
export interface Expected {
  /** Members of the answer in the contract. */
  members: readonly string[];
  /** Values that only an answer to this question has, such as its match id. */
  values: readonly unknown[];
}

const DEEPEST = 6;
/** An answer says at least so much of what was expected. */
const ENOUGH = 2;

export function findMessage(answer: unknown, expected: Expected): FoundMessage | undefined {
  const candidates = [...objectsIn(answer, [])].map((found) => ({ ...found, score: score(found, expected) }));
  const best = candidates.toSorted((a, b) => b.score - a.score)[0];
  return best === undefined || best.score < ENOUGH ? undefined : { path: best.path, message: best.message };
}

function* objectsIn(value: unknown, path: readonly string[]): Generator<FoundMessage> {
  if (path.length > DEEPEST) return;
  if (typeof value === "string") {
    const scan = value.startsWith("{") ? scanJson(utf8(value)) : undefined;
    if (scan?.ok === true) yield* objectsIn(scan.value, path);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) yield* objectsIn(one, [...path, String(index)]);
    return;
  }
  if (!isObject(value)) return;
  yield { path, message: value };
  for (const [name, member] of Object.entries(value)) {
    // An error may quote the question.
    if (name !== "error") yield* objectsIn(member, [...path, name]);
  }
}

function score({ message, path }: FoundMessage, { members, values }: Expected): number {
  const type = typeof message.message_type === "string" ? 2 : 0;
  const named = members.filter((name) => Object.hasOwn(message, name)).length;
  const meant = Object.values(message).filter((value) => values.includes(value)).length;
  const isError = message.status === "error" || Object.hasOwn(message, "error") || message.isError === true;
  // The same message may stand in an answer twice; the text is what every MCP client reads.
  return isError ? 0 : type + named + meant - path.length / 100;
}
