/** The content of all messages of a peer in one object next to the envelope: `{"message_type": …, "data": {…}}`. */
import { findMessage } from "../find-message.js";
import { isObject } from "../members.js";
import { ENVELOPE_MEMBERS, type JsonObject } from "../types.js";
import type { Exchange } from "./types.js";

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
