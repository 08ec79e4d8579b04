/** Writes the answer to a request that was not canonical, in the form of the request. */
import { protocol } from "@league-v2/contract";
import type { HttpReply } from "../../../http/types.js";
import { withNumericIds } from "../../content/ids.js";
import {
  hasUsualNames,
  isCopiedOutsideResult,
  membersOutsideResult,
  withUsualNames,
} from "../../content/member-copies.js";
import { answerOf, toolResult } from "../../form/profile-codec.js";
import type { Located } from "../../message/find-message.js";
import { splitBy } from "../../message/find-message.js";
import { copy, defined, isObject } from "../../message/members.js";
import { withSpelling } from "../../message/spelling.js";
import { styleOf, writeTimes } from "../../message/times.js";
import type { JsonObject, Variables } from "../../message/types.js";
import type { Reading } from "./reading.js";

/** A request as it was received. */
export interface Received {
  readonly found: Located;
  /** Undefined for a notification. */
  readonly id: unknown;
  /** Ids that were numbers. */
  readonly numbers: ReadonlySet<string>;
  /** As it was received. */
  readonly body: unknown;
}

/** The JSON-RPC error of a canonical answer. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The reply to a notification. */
export const noContent: HttpReply = { status: 204, headers: {}, body: "" };

export function jsonReply(body: unknown, status = 200): HttpReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The body of an answer with a canonical reply. */
export function answerBody(
  { found, id, numbers }: Received,
  { form, type }: Reading,
  reply: unknown,
  about: Variables,
): unknown {
  const timed = timedLike(found, reply);
  if (!isObject(timed) || typeof timed.message_type !== "string") return response(id, timed);
  const own = timed.message_type;
  const whole = form.message(own, timed, { ...about, request_type: type });
  const isCopied = form.isTolerant && isCopiedOutsideResult(own);
  const named = form.isTolerant && hasUsualNames(own) ? withUsualNames(own, whole, found.message) : whole;
  const placed = form.profile.split === undefined ? splitBy(found.split, named) : named;
  const wire = isObject(placed) ? placed : named;
  const outside = isCopied ? membersOutsideResult(wire) : {};
  const { reply: shape } = form.profile;
  const body = answerOf(shape, wire, id ?? null, form.methodName(own));
  const withCopies =
    shape === "content_text"
      ? { ...body, result: { ...outside, ...toolResult(wire) } }
      : { ...body, ...outside };
  return inOwnWords(
    isCopied && shape !== "bare" && shape !== "request_body" ? withCopies : body,
    found,
    numbers,
  );
}

/** The body of a refusal. */
export function refusalBody(
  { found, id, numbers }: Received,
  { form }: Reading,
  error: RpcErrorObject,
  about: Variables,
): unknown {
  const { code, message } = error;
  const own = isObject(error.data) ? error.data : undefined;
  const data =
    typeof own?.message_type === "string" ? form.message(own.message_type, own, about) : error.data;
  const details = { error_code: code, message, data };
  const body = (() => {
    switch (form.profile.errors ?? "jsonrpc") {
      case "jsonrpc":
        return { jsonrpc: "2.0", error: defined({ code, message, data }), id };
      case "tool": {
        const { content } = toolResult(isObject(data) ? data : details);
        return response(id, { content, isError: true });
      }
      case "status": {
        const status = { status: "error", ...details };
        return form.profile.reply === "bare" ? status : response(id, status);
      }
    }
  })();
  return inOwnWords(body, found, numbers);
}

/** An answer that is no message of the league, at the place of the request. */
export function plainBody({ found, id }: Pick<Received, "found" | "id">, answer: JsonObject): unknown {
  if (found.shape === "bare") return answer;
  return response(id, found.shape === "tools_call" ? toolResult(answer) : answer);
}

function response(id: unknown, result: unknown): JsonObject {
  return { jsonrpc: protocol.jsonRpcVersion, id: id ?? null, result };
}

/** An answer with the ids and the spelling of its request. */
function inOwnWords(body: unknown, { spelling }: Located, numbers: ReadonlySet<string>): unknown {
  const numbered = numbers.size === 0 ? body : withNumericIds(body, numbers);
  return spelling === undefined ? numbered : withSpelling(numbered, spelling);
}

/** The reply with its times in the style of the request: some agents parse no other style. */
function timedLike({ message }: Located, reply: unknown): unknown {
  const style = styleOf(message.timestamp);
  if (!isObject(reply) || style === undefined || style === "fraction") return reply;
  const own = copy(reply);
  writeTimes(own, style);
  return own;
}
