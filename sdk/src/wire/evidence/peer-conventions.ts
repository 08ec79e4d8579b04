/** A peer's conventions, from its messages and refusals: times, senders, message types, tokens, ids, the place of answers. */
import { messageTypes } from "../message/contract.js";
import { findMessage, intendedShape, replyMessage } from "../message/find-message.js";
import { isObject } from "../message/members.js";
import { strictTimeStyles, styleOf } from "../message/times.js";
import type { JsonObject, ReplyShape, TimeStyle } from "../message/types.js";
import { hintsOf } from "./error-hints.js";
import { isProbe, isRefused } from "./request-place.js";
import type { Exchange } from "./types.js";

export interface Conventions {
  readonly times?: TimeStyle | undefined;
  readonly sender?: "bare";
  readonly reply?: ReplyShape | undefined;
  /** How it writes every message type, if not as the contract does. */
  readonly typeName?: ((type: string) => string) | undefined;
  /** It refuses messages without a token. */
  readonly requiresToken: boolean;
  /** It refuses conversation ids that are no UUIDs. */
  readonly requiresUuid: boolean;
}

const typeStyles: readonly ((type: string) => string)[] = [
  (type) => type.toLowerCase(),
  (type) => type.toLowerCase().replaceAll("_", "-"),
  (type) => type.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  (type) => type.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()),
];

export function conventionsOf(exchanges: readonly Exchange[]): Conventions {
  const messages = exchanges.flatMap(messageBy);
  const refused = exchanges.filter((one) => one.by === "us" && isRefused(one));
  const senders = messages.flatMap(({ sender }) =>
    typeof sender === "string" && sender !== "" ? [sender] : [],
  );
  const isBare =
    senders.length > 0 && senders.every((sender) => !sender.includes(":") && sender !== "league_manager");
  return {
    times: timesOf(exchanges, messages),
    ...(isBare ? { sender: "bare" as const } : {}),
    reply: replyOf(exchanges),
    typeName: typeNameOf(messages),
    requiresToken: refused.some(({ reply }) => namesToken(reply)),
    requiresUuid: refused.some(({ reply }) => namesUuid(reply)),
  };
}

function namesUuid(reply: unknown): boolean {
  return /conversation[^.]{0,60}\buuid/i.test(JSON.stringify(reply ?? ""));
}

function namesToken(reply: unknown): boolean {
  return hintsOf(reply).members.some(({ pointer }) => pointer === "/auth_token");
}

function typeNameOf(messages: readonly JsonObject[]): ((type: string) => string) | undefined {
  const types = messages.map(({ message_type }) => message_type).filter((type) => typeof type === "string");
  if (types.some((type) => messageTypes.has(type))) return undefined;
  return typeStyles.find((style) =>
    types.some((type) => [...messageTypes].some((one) => style(one) === type)),
  );
}

/** The message that the peer has sent in an exchange: its request, or its answer. */
function messageBy(exchange: Exchange): JsonObject[] {
  const { by, request, reply } = exchange;
  const found =
    by === "peer" ? findMessage(request)?.message : isRefused(exchange) ? undefined : replyMessage(reply);
  return found === undefined ? [] : [found];
}

function timesOf(exchanges: readonly Exchange[], messages: readonly JsonObject[]): TimeStyle | undefined {
  const own = messages.map(({ timestamp }) => styleOf(timestamp)).find((style) => style !== undefined);
  if (own !== undefined && own !== "fraction") return own;
  const blamed = exchanges.filter(
    (one) => one.by === "us" && isRefused(one) && hintsOf(one.reply).isAboutTime,
  );
  const refused = blamed.map(({ request }) => styleOf(findMessage(request)?.message.timestamp));
  return blamed.length === 0 ? undefined : strictTimeStyles.find((style) => !refused.includes(style));
}

function replyOf(exchanges: readonly Exchange[]): ReplyShape | undefined {
  const answers = exchanges.filter(
    ({ by, reply, path }) => by === "us" && path === undefined && isObject(reply),
  );
  const typed = answers.filter(
    (one) => !isRefused(one) && replyMessage(one.reply)?.message_type !== undefined,
  );
  const shape = typed.find((one) => !isProbe(one)) ?? typed[0];
  return shape === undefined ? undefined : intendedShape(shape.reply);
}
