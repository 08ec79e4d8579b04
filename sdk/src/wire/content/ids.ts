/**
 * Supports a player that keeps its own id instead of the assigned one. The own id may be another player's, so both ids
 * are swapped in all messages to and from this peer.
 */

import { asText, isObject } from "../message/members.js";
import { snake } from "../message/spelling.js";
import type { JsonObject } from "../message/types.js";
import { meaningsOf, wordsOf } from "../message/words.js";
import { sideNames } from "./by-value.js";

export interface IdPair {
  /** The id in the league. */
  readonly assigned: string;
  /** The id that the peer uses for itself: a number where the peer writes it as one. */
  readonly own: string | number;
}

/** The message with both ids swapped: in values, in senders, and in member names. */
export function withIdsExchanged(message: JsonObject, ids: IdPair): JsonObject {
  return Object.fromEntries(
    Object.entries(message).map(([key, value]) => [exchangedText(key, ids), exchanged(key, value, ids)]),
  );
}

function exchanged(key: string, value: unknown, ids: IdPair): unknown {
  if (value === ids.assigned) return ids.own;
  // Numbers that are no ids have other names: what was drawn, rounds, points.
  if (typeof value === "number") return value === ids.own && namesPlayer.test(key) ? ids.assigned : value;
  if (typeof value === "string") return exchangedText(value, ids);
  if (Array.isArray(value)) return value.map((one) => exchanged(key, one, ids));
  return isObject(value) ? withIdsExchanged(value, ids) : value;
}

function exchangedText(text: string, { assigned, own }: IdPair): string {
  const start = text.startsWith(playerPrefix) ? playerPrefix : "";
  const id = text.slice(start.length);
  if (id === assigned) return `${start}${own}`;
  return id === asText(own) ? start + assigned : text;
}

const playerPrefix = "player:";
const namesPlayer = /^(player|winner|opponent|recipient)$|(player|opponent|winner)_(\w_)?id$/i;

/** Members that are ids. Numbers that are no ids have other names: rounds, drawn numbers, points. */
const idName =
  /^(match|game|contest|player|opponent|rival|league|tournament|winner|winner_player|agent|participant|player_?[ab12])_?id$|^(opponent|rival|player|winner|match|game)$/i;
/** The deepest nesting of a message. */
const deepest = 8;

interface TextIds {
  readonly body: unknown;
  /** The ids that were numbers. */
  readonly ids: ReadonlySet<string>;
}

/** The body with its ids as texts; undefined if none is a number. */
export function withTextIds(body: unknown): TextIds | undefined {
  const ids = new Set<string>();
  const changed = mapped(body, deepest, (value) => {
    if (!Number.isSafeInteger(value)) return value;
    ids.add(asText(value));
    return asText(value);
  });
  return ids.size === 0 ? undefined : { body: changed, ids };
}

/** The answer with these ids as numbers. */
export function withNumericIds(answer: unknown, ids: ReadonlySet<string>): unknown {
  return mapped(answer, deepest, (value) =>
    typeof value === "string" && ids.has(value) ? Number(value) : value,
  );
}

function mapped(value: unknown, depth: number, change: (id: unknown) => unknown): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => mapped(one, depth - 1, change));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]) => [
    name,
    isId(name, value) && !isObject(one) ? change(one) : mapped(one, depth - 1, change),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

/** Whether a member is an id by its name, or stands beside an address with the same first words: `left` and `left_url`. */
function isId(name: string, all: JsonObject): boolean {
  const words = wordsOf(name);
  const first = words.slice(0, -1);
  const isNumberOf =
    first.length > 0 && means(words.at(-1) ?? "", ["id"]) && first.every((one) => means(one, owners));
  return idName.test(snake(name)) || isNumberOf || sideNames(all)?.some(([id]) => id === name) === true;
}

/** Objects with an id; the number of a round is no id. */
const owners = ["match", "player", "opponent", "league"];

function means(word: string, meanings: readonly string[]): boolean {
  return meanings.some((one) => meaningsOf(word).has(one));
}

/** Whether an id is a number in the league that gave it. */
export function isNumericId(id: unknown): boolean {
  return typeof id === "string" && /^[1-9]\d{0,14}$/.test(id);
}
