/** Exchanges with a peer in the contract's spelling, without what it repeats. */

import { findMessage } from "../message/find-message.js";
import { isObject } from "../message/members.js";
import { snake, spellingOf, withContractNames } from "../message/spelling.js";
import { ENVELOPE_MEMBERS, type JsonObject, type Spelling } from "../message/types.js";
import type { Exchange } from "./types.js";

/** The spelling in the peer's messages. */
export function spellingIn(exchanges: readonly Exchange[]): Spelling | undefined {
  return exchanges
    .map(({ by, request, reply }) => spellingOf(by === "peer" ? request : reply))
    .find((one) => one !== undefined);
}

/** An exchange with the names of the contract; the texts of a refusal are unchanged. */
export function plainExchange(one: Exchange): Exchange {
  const { request, reply } = one;
  if (one.by === "peer")
    return spellingOf(request) === undefined ? one : { ...one, request: withContractNames(request) };
  return spellingOf(reply) === undefined ? one : { ...one, reply: withContractNames(reply) };
}

/** A pointer in the names of the contract. */
export function plainPointer(pointer: string): string {
  return pointer.split("/").map(snake).join("/");
}

/** Names of such an object. Other names (`player_meta`, `game_invitation`) belong to one message. */
const contentName = /^(data|payload|body|content|contents)$/i;

/** The name of the object, in the messages that the peer has sent. */
export function nestOf(exchanges: readonly Exchange[]): string | undefined {
  const sent = exchanges.flatMap(({ by, request }) => (by === "peer" ? (findMessage(request) ?? []) : []));
  const [nest, ...others] = new Set(sent.map(({ message }) => nestIn(message)));
  return others.length === 0 ? nest : undefined;
}

/** The exchange with the content of the peer's request next to its envelope, as in the contract. */
export function flattened(one: Exchange, nest: string): Exchange {
  const { by, request } = one;
  if (by !== "peer" || !isObject(request)) return one;
  return { ...one, request: withoutNest(request, nest) };
}

/** The only object of a message that has no content next to it. */
function nestIn(message: JsonObject): string | undefined {
  if (typeof message.message_type !== "string") return undefined;
  const [object, ...others] = Object.entries(message).filter(([, value]) => isObject(value));
  const name = object?.[0];
  if (name === undefined || others.length > 0 || !contentName.test(name)) return undefined;
  const outer = Object.keys(message).filter((key) => key !== name && !ENVELOPE_MEMBERS.has(key));
  return outer.every((key) => otherEnvelope.test(key)) ? name : undefined;
}

/** Members of other envelopes than the contract's. */
const otherEnvelope =
  /^(recipient|receiver|to|target|priority|version|message_id|request_id|correlation_id|id|ttl)$/i;

function withoutNest(body: JsonObject, nest: string): JsonObject {
  if (typeof body.message_type === "string" && isObject(body[nest])) {
    const { [nest]: inner, ...outer } = body;
    return { ...outer, ...(isObject(inner) ? inner : {}) };
  }
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isObject(value) ? withoutNest(value, nest) : value]),
  );
}

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
