/** Reads the members of a message by what their values can be, where no name is known. */

import { type MemberKind, membersOf, nameOf } from "../message/contract-members.js";
import { asText, isObject } from "../message/members.js";
import { styleOf } from "../message/times.js";
import type { JsonObject } from "../message/types.js";
import { similarity, stemOf, wordsOf } from "../message/words.js";

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

/** The members in a peer's own message that no word explains, found by what their values can be. */
const order = ["player_A_id", "player_A_endpoint", "player_B_id", "player_B_endpoint"] as const;

/**
 * In an order the ids and the addresses of the players, and in any message about a match its id.
 * @param known the peer's names of other members, by contract name
 * @param conversation the conversation of the message
 */
export function namesByValue(
  type: string,
  message: JsonObject,
  known: Readonly<Record<string, string>>,
  conversation: unknown,
): Readonly<Record<string, string>> {
  const has = (name: string) => Object.hasOwn(message, name);
  const sides = type === "RUN_MATCH" && !order.some(has) ? (sideNames(message)?.flat() ?? []) : [];
  const found = Object.fromEntries(sides.map((name, index) => [order[index] ?? "", name]));
  const isMissing = membersOf(type).includes("/match_id") && !has("match_id") && !("match_id" in known);
  const taken = new Set([...Object.values(known), ...sides]);
  const rest = Object.fromEntries(Object.entries(message).filter(([name]) => !taken.has(name)));
  const others = membersOf(type)
    .map(nameOf)
    .filter((name) => name !== "match_id");
  const [match] =
    (isMissing
      ? matchMember(rest, null, [...others, "player_id", "status", "reason"], conversation)
      : undefined) ?? [];
  return match === undefined || !has(match) ? found : { ...found, match_id: match };
}

/** A member of an order that no word explains. */
interface UnknownMember {
  readonly pointer: string;
  readonly kind?: MemberKind | undefined;
  /** The only values that the peer accepts. */
  readonly allowed?: readonly unknown[] | undefined;
}

/**
 * What unknown members stand for by the others: in an order a name that begins as that of an address is a player's,
 * the first is player A's; and a message about a match has the id of the match.
 *
 * @param known the pointers of the contract that have a member already
 * @returns values by pointer
 */
export function unknownMembers(
  type: string,
  known: ReadonlySet<string>,
  unmatched: readonly UnknownMember[],
): ReadonlyMap<string, string> {
  const names = unmatched
    .filter(({ kind, allowed }) => (kind ?? "text") === "text" && allowed === undefined)
    .map(({ pointer }) => pointer)
    .filter((pointer) => pointer.lastIndexOf("/") === 0);
  const found = new Map<string, string>();
  const stem = (url: string) => wordsOf(url).slice(0, -1).join("_");
  const urls = names.filter((one) => addressWord.test(wordsOf(one).at(-1) ?? "") && stem(one) !== "");
  const stems = [...new Set(urls.map(stem))];
  const sides = stems.length > 0 ? stems : [...new Set(names.filter(isOfSide).map(stemOf))];
  for (const name of type === "RUN_MATCH" ? names : []) {
    const isUrl = urls.includes(name);
    const side = sides.indexOf(isUrl ? stem(name) : stemOf(name));
    if (side === 0 || side === 1) found.set(name, `$player_${"AB"[side]}_${isUrl ? "endpoint" : "id"}`);
  }
  const [other] = names.filter((one) => !found.has(one) && !constantNames.test(one));
  const hasMatch = membersOf(type).includes("/match_id") && !known.has("/match_id");
  if (other !== undefined && hasMatch) found.set(other, "$match_id");
  return found;
}

const addressWord = /^(?:url|uri|address|addr|endpoint|host|link|callback|port|location)$/;
const isOfSide = (name: string) =>
  /player|side|[12]$|home|away|first|second|left|right|(?:^|_)[abxy](?:_|$)/i.test(name);
const constantNames = /token|protocol|version|type|sender|time|date|conversation/i;
