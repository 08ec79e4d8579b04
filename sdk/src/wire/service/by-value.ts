/** Reads the members of a message by what their values can be, where no name is known. */
import { completeAddress } from "../../domain/complete-address.js";
import { similarity, stemOf, wordsOf } from "../derive/words.js";
import { isObject } from "../members.js";
import { styleOf } from "../times.js";
import type { JsonObject } from "../types.js";

export interface Side {
  readonly id: string;
  /** With a path: `http://127.0.0.1:8101/mcp`. */
  readonly endpoint: string;
}

const deepest = 2;
const address = /^https?:\/\//i;
const leastSimilarity = 0.5;
/** Members of a message about a match whose values are texts, and no id of the match. */
const others = [
  ...[
    "opponent_id",
    "player_id",
    "league_id",
    "round_id",
    "role_in_match",
    "game_type",
    "deadline",
    "sender",
  ],
  ...[
    "message_type",
    "timestamp",
    "conversation_id",
    "auth_token",
    "protocol",
    "referee_id",
    "reason",
    "status",
  ],
];

/** The members of a message and of the objects in it, the outer ones first; ids as texts. */
export function plainMembers(message: JsonObject, depth = deepest): JsonObject {
  const inner = depth === 0 ? [] : Object.values(message).filter(isObject);
  const nested = inner.map((one) => plainMembers(one, depth - 1));
  return Object.assign({}, ...nested.toReversed(), message);
}

/** @returns undefined without a member that can be the id of a match, or with several that are alike */
export function matchIdIn(message: JsonObject, own: string | null): string | undefined {
  const members = Object.entries(plainMembers(message)).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && value !== "" && value !== own ? [[name, value]] : [],
  );
  const likeness = (name: string) => similarity("match_id", name);
  const [best] = members
    .filter(
      ([name]) =>
        likeness(name) >= leastSimilarity && others.every((one) => similarity(one, name) < likeness(name)),
    )
    .toSorted(([a], [b]) => likeness(b) - likeness(a));
  if (best !== undefined) return best[1];
  const unknown = members.filter(([name, value]) => {
    const isKnown = others.some((one) => similarity(one, name) >= leastSimilarity);
    return !isKnown && !address.test(value) && styleOf(value) === undefined && !parity.test(value);
  });
  const numbered = unknown.filter(([, value]) => /\d/.test(value));
  const [id, another] = numbered.length === 0 ? unknown : numbered;
  return another === undefined ? id?.[1] : undefined;
}

const parity = /^(?:even|odd)$/i;

/** Two players, each with an address under a name that begins as that of its id: `home_id` and `home_url`. */
export function sidesByValue(message: JsonObject): readonly [Side, Side] | undefined {
  const members = Object.entries(plainMembers(message));
  const sides = members.flatMap(([name, value]): Side[] => {
    if (typeof value !== "string" || !address.test(value)) return [];
    const stem = wordsOf(name).slice(0, -1).join("_");
    const id = members.find(
      ([one, text]) =>
        typeof text === "string" && one !== name && stemOf(one) === stem && !address.test(text),
    )?.[1];
    return stem === "" || typeof id !== "string" ? [] : [{ id, endpoint: completeAddress(value) }];
  });
  const [a, b, third] = sides;
  return a === undefined || b === undefined || third !== undefined || a.id === b.id ? undefined : [a, b];
}
