/** A peer's conventions in the messages that it has sent: times, senders, the place of answers. */
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
}

export function conventionsOf(exchanges: readonly Exchange[]): Conventions {
  const messages = exchanges.flatMap(messageBy);
  const senders = messages.flatMap(({ sender }) =>
    typeof sender === "string" && sender !== "" ? [sender] : [],
  );
  const isBare =
    senders.length > 0 && senders.every((sender) => !sender.includes(":") && sender !== "league_manager");
  return {
    times: timesOf(exchanges, messages),
    ...(isBare ? { sender: "bare" as const } : {}),
    reply: replyOf(exchanges),
  };
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
