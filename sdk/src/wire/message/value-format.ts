/**
 * Other formats of a value: an id as a number, in a text of a fixed format, or as a UUID; a number as a text. A format is
 * `number`, `text`, `uuid`, or a text with one of `{id}`, `{number}` and `{number:3}` (three digits).
 */
import { asText } from "./members.js";

const placeholder = /\{(id|number)(?::(\d))?\}/;
const formatName = /^(number|text|uuid)$/;
/** The factor between the numbers in an id: R2M13 is 2013. */
const perGroup = 1_000;
/** The factor where the number of digits is fixed: R2M13 is 213. */
const perShortGroup = 100;
/** Numbers above it do not fit in 32 bits. */
const mostNumber = 2 ** 31 - 1;

export function isValueFormat(format: unknown): format is string {
  return typeof format === "string" && (formatName.test(format) || placeholder.test(format));
}

/** The value in the format; other values than texts and numbers are unchanged. */
export function inFormat(value: unknown, format: string): unknown {
  if (typeof value === "number") return format === "text" ? asText(value) : value;
  if (typeof value !== "string") return value;
  switch (format) {
    case "text":
      return value;
    case "number":
      return numberOf(value, perGroup);
    case "uuid":
      return asUuid(value);
    default:
      return format.replace(placeholder, (_, kind: string, digits?: string) =>
        kind === "id" ? value : numberText(value, digits),
      );
  }
}

function numberText(id: string, digits: string | undefined): string {
  if (digits === undefined) return asText(numberOf(id, perGroup));
  const length = Number(digits);
  return asText(numberOf(id, perShortGroup)).padStart(length, "0").slice(-length);
}

/** The numbers in an id as one number, or a number of its characters. */
function numberOf(id: string, factor: number): number {
  const groups = id.match(/\d{1,9}/g) ?? [...id].map((character) => asText(character.codePointAt(0)));
  return groups.reduce((sum, group) => (sum * factor + Number(group)) % mostNumber, 0);
}

/** Patterns of a fixed text around one variable part. */
const simplePattern =
  /^\^?([\w:./-]*)((?:\\d|\[0-9\])(?:\+|\{(\d)\})|(?:\.|\\w|\[[\w-]+\])[+*])([\w:./-]*)\$?$/;

/** The format that fits a regular expression; undefined for an expression of another kind. */
export function formatOfPattern(pattern: string): string | undefined {
  const [, before, part, digits, after] = simplePattern.exec(pattern) ?? [];
  if (before === undefined || part === undefined) return undefined;
  const isNumber = /^(\\d|\[0-9\])/.test(part);
  return `${before}{${isNumber ? "number" : "id"}${digits === undefined ? "" : `:${digits}`}}${after}`;
}

/** Maps conversation ids to the UUIDs that some forms require; the mapping is deterministic. */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function asUuid(conversation: string): string {
  if (uuidPattern.test(conversation)) return conversation;
  const hex = [1, 2, 3, 4].map((seed) => hashed(conversation, seed)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** FNV-1a: the UUIDs need to differ, not to be secret. */
function hashed(text: string, seed: number): string {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
