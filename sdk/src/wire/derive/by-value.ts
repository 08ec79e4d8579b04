/** Reads the members of a message by what their values can be, where no name is known. */
import { asText } from "../as-text.js";
import { isObject } from "../members.js";
import { styleOf } from "../times.js";
import type { JsonObject } from "../types.js";
import { similarity, stemOf, wordsOf } from "./words.js";

const deepest = 2;
const address = /^https?:\/\//i;
const leastSimilarity = 0.5;
/** Members of a message about a match whose values are texts, and no id of the match. */
const others = (
  "opponent_id player_id league_id round_id role_in_match game_type deadline sender message_type " +
  "timestamp conversation_id auth_token protocol referee_id winner_player_id winner reason status"
).split(" ");

/** The members of a message and of the objects in it, the outer ones first; ids as texts. */
function plainMembers(message: JsonObject, depth = deepest): JsonObject {
  const inner = depth === 0 ? [] : Object.values(message).filter(isObject);
  const nested = inner.map((one) => plainMembers(one, depth - 1));
  return Object.assign({}, ...nested.toReversed(), message);
}

/**
 * The name and the value of this member.
 * @param known the names of the other members of such a message
 * @param conversation the conversation of the message, which names its match in the documents: `conv-R1M1`
 */
export function matchMember(
  message: JsonObject,
  own: string | null,
  known: readonly string[] = others,
  conversation: unknown = message.conversation_id,
): readonly [string, string] | undefined {
  const members = Object.entries(plainMembers(message)).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && value !== "" && value !== own ? [[name, value]] : [],
  );
  // A member that the message has under its own name is no other one: next to `conversation_id`, `session_id` is not it.
  const absent = known.filter((name) => members.every(([one]) => one !== name));
  const likeness = (name: string) => similarity("match_id", name);
  const [best] = members
    .filter(
      ([name]) =>
        likeness(name) >= leastSimilarity && known.every((one) => similarity(one, name) < likeness(name)),
    )
    .toSorted(([a], [b]) => likeness(b) - likeness(a));
  if (best !== undefined) return best;
  const unknown = members.filter(([name, value]) => {
    const isKnown = known.includes(name) || absent.some((one) => similarity(one, name) >= leastSimilarity);
    return !isKnown && !address.test(value) && styleOf(value) === undefined && !parity.test(value);
  });
  const named = asText(conversation ?? "").split(/[^A-Za-z0-9]+/);
  const inConversation = unknown.filter(([, value]) => named.includes(value));
  const numbered = unknown.filter(([, value]) => /\d/.test(value));
  // A player's id is written like its opponent's.
  const opponent = members.find(([name]) => name === "opponent_id")?.[1];
  const unlike = numbered.filter(([, value]) => withoutDigits(value) !== withoutDigits(opponent ?? ""));
  const [id, another] = [inConversation, unlike, numbered].find((some) => some.length > 0) ?? unknown;
  return another === undefined ? id : undefined;
}

function withoutDigits(value: string): string {
  return value.replaceAll(/\d/g, "");
}

const parity = /^(?:even|odd)$/i;

/** The names of a player's id and address. */
type SideNames = readonly [id: string, address: string];

/** Two players, each with an address under a name that begins as that of its id: `home_id` and `home_url`. */
export function sideNames(members: JsonObject): readonly [SideNames, SideNames] | undefined {
  const isText = (value: unknown) => typeof value === "string" || Number.isSafeInteger(value);
  const texts = Object.entries(members).filter(([, value]) => isText(value));
  const isAddress = ([, value]: readonly [string, unknown]) => address.test(asText(value));
  const ids = texts.filter((one) => !isAddress(one));
  const sides = texts.filter(isAddress).flatMap(([url]): SideNames[] => {
    const stem = wordsOf(url).slice(0, -1).join("_");
    const id = stem === "" ? undefined : ids.find(([name]) => stemOf(name) === stem)?.[0];
    return id === undefined ? [] : [[id, url]];
  });
  const [a, b, third] = sides;
  const isPair = a && b && third === undefined && members[a[0]] !== members[b[0]];
  return isPair ? [a, b] : undefined;
}
