/** Writes answers to requests in other wire forms. */
import type { RpcError, RpcRequest } from "../../rpc/index.js";
import { errorText, resultText } from "../../rpc/reply-text.js";
import { rpcErrors } from "../../rpc/rpc-error.js";
import {
  type Form,
  isObject,
  type JsonObject,
  type Located,
  type Reading,
  type Spelling,
  toolResult,
  type Variables,
  withSpelling,
} from "../../wire/index.js";
import { copy, defined } from "../../wire/members.js";
import { withNumericIds } from "../../wire/numeric-ids.js";
import {
  hasUsualNames,
  isCopiedOutsideResult,
  membersOutsideResult,
  withUsualNames,
} from "../../wire/outside-result.js";
import { splitBy } from "../../wire/split.js";
import { styleOf, writeTimes } from "../../wire/times.js";

/** The text of an answer; null for a notification, undefined for a body that is no message of any form. */
export type ForeignAnswer = string | null | undefined;

/** The reply with its times in the style of the request: some agents parse no other style. */
export function timedLike({ message }: Located, reply: unknown): unknown {
  const style = styleOf(message.timestamp);
  if (!isObject(reply) || style === undefined || style === contractStyle) return reply;
  const own = copy(reply);
  writeTimes(own, style);
  return own;
}

const contractStyle = "fraction";

/** An answer in the spelling of the request. */
export function respelled(answer: ForeignAnswer, spelling: Spelling): ForeignAnswer {
  return answer === null || answer === undefined
    ? answer
    : JSON.stringify(withSpelling(JSON.parse(answer), spelling));
}

/** An answer with these ids as numbers. */
export function renumbered(answer: ForeignAnswer, ids: ReadonlySet<string>): ForeignAnswer {
  return answer === null || answer === undefined
    ? answer
    : JSON.stringify(withNumericIds(JSON.parse(answer), ids));
}

export function encode(
  request: RpcRequest,
  { split, message: asking }: Located,
  { form, type }: Reading,
  reply: unknown,
  about: Variables,
): ForeignAnswer {
  if (request.kind === "notification") return null;
  const id = idOf(request);
  if (!isObject(reply) || typeof reply.message_type !== "string") return resultText(id, reply);
  const asked = { ...about, request_type: type };
  const whole = form.message(reply.message_type, reply, asked);
  const isCopied = form.isTolerant && isCopiedOutsideResult(reply.message_type);
  const named =
    form.isTolerant && hasUsualNames(reply.message_type)
      ? withUsualNames(reply.message_type, whole, asking)
      : whole;
  const wire = form.profile.split === undefined ? splitBy(split, named) : named;
  switch (form.profile.reply) {
    case "result":
      return isCopied ? resultAndMembersText(id, wire) : resultText(id, wire);
    case "content_text":
      return resultText(
        id,
        isCopied ? { ...membersOutsideResult(wire), ...toolResult(wire) } : toolResult(wire),
      );
    case "request_body": {
      const method = JSON.stringify(form.methodName(reply.message_type));
      return `{"jsonrpc":"2.0","method":${method},"params":${JSON.stringify(wire)},"id":${id}}`;
    }
    case "bare":
      return JSON.stringify(wire);
  }
}

/** The message as the result, and its members next to it. */
function resultAndMembersText(id: string, wire: JsonObject): string {
  const members = membersOutsideResult(wire);
  const rest = JSON.stringify(members).slice(1);
  const response = resultText(id, wire);
  return Object.keys(members).length === 0 ? response : `${response.slice(0, -1)},${rest}`;
}

/** The ids that an answer repeats from its request in some forms. */
export function matchIdsOf({ league_id, round_id, match_id }: JsonObject): Variables {
  return defined({ league_id, round_id, match_id });
}

export function refusalText(
  request: RpcRequest,
  form: Form,
  error: RpcError,
  about: Variables,
): ForeignAnswer {
  if (request.kind === "notification") return null;
  const id = idOf(request);
  const data = inForm(error.data, form, about);
  const details = { error_code: error.code, message: error.message, data };
  switch (form.profile.errors ?? "jsonrpc") {
    case "jsonrpc":
      return errorText(id, { code: error.code, message: error.message, data });
    case "tool": {
      const { content } = toolResult(isObject(data) ? data : details);
      return resultText(id, { content, isError: true });
    }
    case "status": {
      const status = { status: "error", ...details };
      return form.profile.reply === "bare" ? JSON.stringify(status) : resultText(id, status);
    }
  }
}

/** The message in an error, in the wire form. */
function inForm(data: unknown, form: Form, about: Variables): unknown {
  if (!isObject(data) || typeof data.message_type !== "string") return data;
  return form.message(data.message_type, data, about);
}

/** The reply to a player that sends its answer as a request. */
export function receivedText(request: RpcRequest, { shape }: Located, match_id: string): ForeignAnswer {
  if (request.kind === "notification") return null;
  const received = { status: "RECEIVED", match_id };
  if (shape === "bare") return JSON.stringify(received);
  return resultText(idOf(request), shape === "tools_call" ? toolResult(received) : received);
}

/** The MCP error for an unknown tool: invalid params. */
export function unknownTool(request: RpcRequest, { method }: Located): ForeignAnswer {
  if (request.kind !== "call") return request.kind === "notification" ? null : undefined;
  return errorText(request.id, { code: rpcErrors.invalidParams.code, message: `Unknown tool: ${method}` });
}

function idOf(request: RpcRequest): string {
  return request.kind === "notification" ? "null" : request.id;
}
