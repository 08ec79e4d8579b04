/** The members in the messages that a peer has sent. */

import { namesByValue } from "../content/by-value.js";
import { messageTypes, replyTypeOf } from "../message/contract.js";
import { derivableTypes, membersOf } from "../message/contract-members.js";
import { findMessage, type Located, replyMessage } from "../message/find-message.js";
import { isOfUsualSize, longestName, memoize } from "../message/limits.js";
import { isObject } from "../message/members.js";
import type { JsonObject, MessageRules, ValuePair } from "../message/types.js";
import { memberRules, withoutEmpty } from "./member-rules.js";
import { nameScore } from "./method-names.js";
import { isProbe, isRefused } from "./request-place.js";
import { shapeOfMessage } from "./schema-members.js";
import type { Exchange } from "./types.js";

/** Every request that one agent may send another. */
const requests = derivableTypes.filter((type) => !/_(ACK|RESPONSE)$/.test(type));
const leastScore = 4;

/** The canonical type of a request of the peer: by its message type, however that is written, or by its name. */
export function typeOfPeer({ message, method }: Pick<Located, "message" | "method">): string | undefined {
  const { message_type } = message;
  const texts = [message_type, method]
    .filter((one) => typeof one === "string")
    .filter(({ length }) => length <= longestName);
  for (const text of texts) {
    const plain = text
      .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
      .replaceAll("-", "_")
      .toUpperCase();
    if (messageTypes.has(plain)) return plain;
  }
  const [best] = texts.map(bestOf).toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score >= leastScore ? best.type : undefined;
}

/** The type that a name stands for most. */
const bestOf = memoize((name) =>
  requests
    .map((type) => ({ type, score: nameScore(name, type) }))
    .reduce((best, one) => (one.score > best.score ? one : best)),
);

/** The rules of every message that the peer has sent, by canonical type. */
export function rulesOfPeer(exchanges: readonly Exchange[]): ReadonlyMap<string, MessageRules> {
  const rules = new Map<string, MessageRules>();
  for (const { type, message, method } of exchanges.flatMap(sentBy)) {
    const { rename: named = {}, move = [] } = memberRules(type, shapeOfMessage(message));
    const shaped = nestedOr({ rename: named, move });
    const inner = shaped.nest === undefined ? message : message[shaped.nest];
    // An answer needs no id of a match.
    const isRead = requests.includes(type) && isObject(inner);
    const rename = {
      ...shaped.rename,
      ...(isRead ? namesByValue(type, inner, named, message.conversation_id) : {}),
    };
    const own = withoutEmpty({
      ...shaped,
      rename,
      values: {
        ...(type === "CHOOSE_PARITY_RESPONSE" ? choiceValues(message) : undefined),
        ...typeValues(type, message, named.message_type),
      },
      ...typeRule(type, typed(message)),
      ...(method === undefined ? {} : { method }),
    });
    if (Object.keys(own).length > 0) rules.set(type, own);
  }
  return rules;
}

/** The fewest members of a nested object. */
const enough = 2;

/** Rules with a nest, if every moved member is in one object; members in it may have other names. */
function nestedOr({ rename = {}, move = [] }: MessageRules): MessageRules {
  const [nest, ...others] = new Set(move.map(({ to }) => to.split("/")[1] ?? ""));
  const isNest = nest !== undefined && others.length === 0 && move.length >= enough;
  if (!isNest || Object.keys(rename).length > 0) return { rename, move };
  const inner = move.map(({ from, to }) => ({ from, to: to.slice(nest.length + 1) }));
  const isAtTop = (pointer: string) => pointer.lastIndexOf("/") === 0;
  const isTop = inner.every(({ from, to }) => from === to || (isAtTop(from) && isAtTop(to)));
  const renamed = inner
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => [from.slice(1), to.slice(1)]);
  return isTop ? { nest, rename: Object.fromEntries(renamed) } : { rename, move };
}

/**
 * The peer's names of shared members, by contract name: a name in one message is expected in the others.
 */
export function dictionaryOf(
  rules: ReadonlyMap<string, MessageRules | undefined>,
): Readonly<Record<string, string>> {
  const names = [...rules.values()].flatMap((one) => Object.entries(one?.rename ?? {}));
  return Object.fromEntries(names.filter(([from]) => shared.includes(from)));
}

/** Members that several messages have. */
const shared = [
  "match_id",
  "player_id",
  "league_id",
  "round_id",
  "game_type",
  "opponent_id",
  "conversation_id",
  "timestamp",
  "sender",
];

/** The renames of the dictionary that a message of this type has members for. */
export function namedBy(
  dictionary: Readonly<Record<string, string>>,
  type: string,
): Readonly<Record<string, string>> {
  const own = membersOf(type);
  return Object.fromEntries(Object.entries(dictionary).filter(([from]) => own.includes(`/${from}`)));
}

/** The method names that may be copied into a profile. */
const plainMethod = /^[\w./-]{1,64}$/;

/** The messages that the peer has sent, each with its canonical type. */
function sentBy(exchange: Exchange): { type: string; message: JsonObject; method?: string | undefined }[] {
  const { by, request, reply } = exchange;
  const found = findMessage(request);
  if (found === undefined || isProbe(exchange)) return [];
  const asked = typeOfPeer(found);
  if (asked === undefined) return [];
  if (by === "peer")
    return derivableTypes.includes(asked)
      ? [{ type: asked, message: found.message, method: plainMethod.exec(found.method ?? "")?.[0] }]
      : [];
  const message = isRefused(exchange) ? undefined : replyMessage(reply);
  const type = replyTypeOf(asked);
  const isKnown = type !== undefined && derivableTypes.includes(type);
  return isKnown && isObject(message) && isOfUsualSize(message) ? [{ type, message }] : [];
}

/** The peer's spelling of the choice in its answer, if it is not in lower case. */
export function choiceValues(message: JsonObject): MessageRules["values"] {
  const choice = Object.values(message).find(
    (value) => typeof value === "string" && /^(even|odd)$/i.test(value),
  );
  if (typeof choice !== "string" || choice === choice.toLowerCase()) return undefined;
  const written = (word: string) =>
    choice === choice.toUpperCase() ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  const pairs = ["even", "odd"].map((word): ValuePair => [word, written(word)]);
  return { "/parity_choice": pairs };
}

/** The object with the type: the message, or the one in a member of it. */
function typed(message: JsonObject): JsonObject {
  if (message.message_type !== undefined) return message;
  const inner = Object.values(message).filter(isObject);
  return inner.find(({ message_type }) => typeof message_type === "string") ?? message;
}

function typeRule(type: string, { message_type }: JsonObject): MessageRules {
  return isOtherType(type, message_type) ? { message_type } : {};
}

/** The value rule for a message type under another member name. */
function typeValues(type: string, message: JsonObject, name = "message_type"): MessageRules["values"] {
  const wireType = message[name];
  const isOther = name !== "message_type" && isOtherType(type, wireType);
  return isOther ? { "/message_type": [[type, wireType]] } : {};
}

function isOtherType(type: string, wireType: unknown): wireType is string {
  return typeof wireType === "string" && wireType !== type && wireType.length <= 64;
}
