/**
 * Converts the spelling of names: members in camelCase, message types in PascalCase or with a prefix, times as numbers.
 * Requests are converted to the contract's spelling, and answers back to the peer's.
 */
import { contractNames } from "./derive/contract-members.js";
import { isObject } from "./members.js";
import { readTimes, styleOf, writeTimes } from "./times.js";
import type { JsonObject, Spelling } from "./types.js";

/** The member names of the message type. */
const typeNames = ["message_type", "messageType"] as const;
/** The deepest nesting of a message in a body. */
const deepest = 3;

const camel = /^[a-z]+[a-z0-9]*([A-Z][a-z0-9]*)+$/;
const pascal = /^([A-Z][a-z0-9]+)+$/;
const prefixed = /^([A-Za-z][\w.-]*[/:])([A-Z][A-Z_]*)$/;

/** @returns undefined for a body in the contract's spelling, and for one without a message */
export function spellingOf(body: unknown): Spelling | undefined {
  const message = messageIn(body, deepest);
  if (message === undefined) return hasCamelParams(body) ? { members: "camel" } : undefined;
  const isCamel = typeof message.messageType === "string";
  const type = String(message.messageType ?? message.message_type);
  const prefix = prefixed.exec(type)?.[1];
  const style = styleOf(message.timestamp);
  const times = style === "unix" || style === "unix_ms" ? style : undefined;
  const spelling: Spelling = {
    ...(isCamel ? { members: "camel" } : {}),
    ...(pascal.test(type) ? { types: "pascal" } : {}),
    ...(prefix === undefined ? {} : { prefix }),
  };
  if (Object.keys(spelling).length === 0) return undefined;
  return times === undefined ? spelling : { ...spelling, times };
}

/** The body in the contract's spelling. */
export function withContractNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withContractNames);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, inner]) => [snake(name), withContractNames(inner)] as const,
  );
  const plain: JsonObject = Object.fromEntries(members);
  if (typeof plain.message_type === "string") plain.message_type = plainType(plain.message_type);
  readTimes(plain);
  return plain;
}

/** The body in the given spelling. */
export function withSpelling(value: unknown, spelling: Spelling): unknown {
  if (Array.isArray(value)) return value.map((one) => withSpelling(one, spelling));
  if (!isObject(value)) return value;
  const own = { ...value };
  if (spelling.times !== undefined) writeTimes(own, spelling.times);
  const { message_type } = own;
  if (typeof message_type === "string") own.message_type = ownType(message_type, spelling);
  const nameOf = spelling.members === "camel" ? inCamel : (name: string) => name;
  return Object.fromEntries(
    Object.entries(own).map(([name, inner]) => [nameOf(name), withSpelling(inner, spelling)]),
  );
}

function messageIn(value: unknown, depth: number): JsonObject | undefined {
  if (!isObject(value) || depth < 0) return undefined;
  if (typeNames.some((name) => typeof value[name] === "string")) return value;
  for (const inner of Object.values(value)) {
    const found = messageIn(inner, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a call without a message type has members of the contract in camelCase, and none in the contract's spelling. */
function hasCamelParams(body: unknown): boolean {
  if (!isObject(body) || typeof body.method !== "string" || !isObject(body.params)) return false;
  const { arguments: args = body.params } = body.params;
  const names = isObject(args) ? Object.keys(args) : [];
  return (
    names.some((name) => camel.test(name) && contractNames.has(snake(name))) &&
    !names.some((name) => name.includes("_"))
  );
}

/** `playerAId` is `player_A_id`: a single letter keeps its case. */
export function snake(name: string): string {
  if (!camel.test(name)) return name;
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z](?![a-z0-9])/g) ?? [name];
  return words.map((word) => (word.length === 1 ? word : word.toLowerCase())).join("_");
}

export function inCamel(name: string): string {
  return /^[a-z]/.test(name)
    ? name.replaceAll(/_([A-Za-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

function plainType(type: string): string {
  const bare = prefixed.exec(type)?.[2] ?? type;
  return pascal.test(bare) ? bare.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase() : bare;
}

function ownType(type: string, { types, prefix = "" }: Spelling): string {
  const words = type.split("_").map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`);
  return `${prefix}${types === "pascal" ? words.join("") : type}`;
}
