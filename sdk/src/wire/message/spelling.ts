/**
 * Converts the spelling of names: members in camelCase, kebab-case or PascalCase, and their times in another style.
 * Requests are converted to the contract's spelling, and answers back to the peer's.
 */

import { contractNames } from "./contract-members.js";
import { longestName } from "./limits.js";
import { isObject } from "./members.js";
import { readTimes, styleOf, writeTimes } from "./times.js";
import type { JsonObject, Spelling } from "./types.js";

type Members = Spelling["members"];

/** The name of the message type in each spelling of members. */
const typeNames = {
  plain: "message_type",
  camel: "messageType",
  kebab: "message-type",
  pascal: "MessageType",
} as const;
/** The deepest nesting of a message in a body. */
const deepest = 3;

/** The spellings of members. A word of a name in PascalCase has two letters, which an id such as `P01` has not. */
const spellings: Readonly<Record<Members, RegExp>> = {
  camel: /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/,
  kebab: /^[a-z][a-z0-9]*(-[A-Za-z0-9]+)+$/,
  pascal: /^([A-Z][a-z]+[0-9]*|[A-Z](?=[A-Z][a-z]))+$/,
};
const words = /[A-Z]?[a-z0-9]+|[A-Z](?![a-z0-9])/g;
/** Objects whose members are ids. */
const byId = /^(choices|scores?|points|outcomes?|standings)$/i;

/** @returns undefined for a body in the contract's spelling, and for one without a message */
export function spellingOf(body: unknown): Spelling | undefined {
  const message = messageIn(body, deepest);
  if (message === undefined) {
    const members = spellingOfParams(body);
    return members && { members };
  }
  const [name = "plain"] = typeNameIn(message) ?? [];
  if (name === "plain") return undefined;
  const style = styleOf(message.timestamp);
  return style === undefined || style === "fraction" ? { members: name } : { members: name, times: style };
}

/** The body in the contract's spelling, also where it is the JSON text of a tool's answer. */
export function withContractNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withContractNames);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    const own = snake(name);
    const isOfIds = byId.test(own) && isObject(inner);
    return [
      own,
      isOfIds ? inner : own === "text" ? inText(inner, withContractNames) : withContractNames(inner),
    ] as const;
  });
  const plain: JsonObject = Object.fromEntries(members);
  readTimes(plain);
  return plain;
}

/** The body in the given spelling. */
export function withSpelling(value: unknown, spelling: Spelling): unknown {
  if (Array.isArray(value)) return value.map((one) => withSpelling(one, spelling));
  if (!isObject(value)) return value;
  const own = { ...value };
  if (spelling.times !== undefined) writeTimes(own, spelling.times);
  const nameOf = isRpc(value) ? (name: string) => name : writers[spelling.members];
  const spell = (inner: unknown) => withSpelling(inner, spelling);
  return Object.fromEntries(
    Object.entries(own).map(([name, inner]) => [
      nameOf(name),
      byId.test(name) && isObject(inner) ? inner : name === "text" ? inText(inner, spell) : spell(inner),
    ]),
  );
}

/** The members of JSON-RPC, of an error, of an object around a message, and of a tool's call and answer are not the peer's. */
function isRpc(value: JsonObject): boolean {
  const names = ["jsonrpc", "arguments", "content", "structuredContent"];
  const [first, ...others] = Object.values(value);
  const isHolder = isObject(first) && others.length === 0;
  if (isHolder || Number.isInteger(value.code)) return true;
  return (
    names.some((name) => Object.hasOwn(value, name)) || (value.type === "text" && value.text !== undefined)
  );
}

/** JSON in a text, changed; any other text as it is. */
function inText(text: unknown, change: (value: unknown) => unknown): unknown {
  if (typeof text !== "string" || !text.startsWith("{")) return text;
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return text;
  }
}

function messageIn(value: unknown, depth: number): JsonObject | undefined {
  if (!isObject(value) || depth < 0) return undefined;
  if (typeNameIn(value) !== undefined) return value;
  for (const inner of Object.values(value)) {
    const found = messageIn(inner, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function typeNameIn(value: JsonObject): [Members | "plain", string] | undefined {
  const names = Object.entries(typeNames) as [Members | "plain", string][];
  return names.find(([, name]) => typeof value[name] === "string");
}

/** The spelling in which some names are those of the contract, if no name has the contract's own spelling. */
function spellingOfNames(names: readonly string[]): Members | undefined {
  if (names.some((name) => name.includes("_") && contractNames.has(name))) return undefined;
  return (Object.keys(spellings) as Members[]).find((members) =>
    names.some(
      (name) => spellings[members].test(name) && name !== snake(name) && contractNames.has(snake(name)),
    ),
  );
}

/** The spelling of a call without a message type: members of the contract have it, and none has the contract's. */
function spellingOfParams(body: unknown): Members | undefined {
  if (!isObject(body) || typeof body.method !== "string" || !isObject(body.params)) return undefined;
  const { arguments: args = body.params } = body.params;
  const names = isObject(args) ? Object.keys(args) : [];
  return names.some((name) => name.includes("_")) ? undefined : spellingOfNames(names);
}

/** `playerAId`, `player-A-id` and `PlayerAId` are `player_A_id`: a single letter keeps its case. */
export function snake(name: string): string {
  if (name.length > longestName) return name;
  if (spellings.kebab.test(name)) {
    const plain = name.replaceAll("-", "_");
    return contractNames.has(plain) ? plain : name;
  }
  const isPascal = spellings.pascal.test(name);
  if (!isPascal && !spellings.camel.test(name)) return name;
  const plain = (name.match(words) ?? [name])
    .map((word, index) => (word.length === 1 && index > 0 ? word : word.toLowerCase()))
    .join("_");
  return isPascal && !plain.includes("_") && !contractNames.has(plain) ? name : plain;
}

const writers: Readonly<Record<Members, (name: string) => string>> = {
  camel: inCamel,
  kebab: (name) => (/^[a-z]/.test(name) ? name.replaceAll("_", "-") : name),
  pascal: (name) =>
    /^[a-z]/.test(name) ? inCamel(name).replace(/^./, (letter) => letter.toUpperCase()) : name,
};

function inCamel(name: string): string {
  return /^[a-z]/.test(name)
    ? name.replaceAll(/_([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}
