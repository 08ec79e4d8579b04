/** Classifies a failed call: unsupported form, refusal, unexpected answer, or no answer. */

import { reportsUnknown, requestsSession } from "../../client/error-text.js";
import { BadJsonError, HttpStatusError, ProtocolFault, RpcReplyError } from "../../client/errors.js";
import { hintsOf, standsFor } from "../../wire/derive/index.js";
import { answerKind, answerObject, replyShape } from "../../wire/index.js";
import { beginningOf, isOfUsualSize } from "../../wire/limits.js";

/**
 * - `unknown`: the peer does not support this kind of message, which therefore had no effect
 * - `refused`: the peer read the message and refuses it
 * - `answered`: a successful answer that is not the expected message
 * - `unclear`: any other answer; the message may have had its effect
 * - `silent`: no answer
 */
export type FailureKind = "unknown" | "refused" | "answered" | "unclear" | "silent";

/** JSON-RPC codes for an unknown method or an invalid request. */
const UNKNOWN_CODES: ReadonlySet<number> = new Set([-32601, -32600, -32700]);
const INVALID_PARAMS = -32602;
/** HTTP 422: well-formed, with refused content. */
const UNPROCESSABLE = 422;
/** 4xx statuses that are not about the form: a conflict, and temporary failures. */
const NOT_THE_FORM: ReadonlySet<number> = new Set([408, 409, 425, 429]);

const unknownPath: ReadonlySet<number> = new Set([404, 405, 501]);

export function classifyFailure(error: unknown): FailureKind {
  if (error instanceof RpcReplyError) return assertRefusal(error);
  if (error instanceof HttpStatusError) return judgeStatus(error.status);
  if (error instanceof BadJsonError) return "unclear";
  if (!(error instanceof ProtocolFault)) return "silent";
  if (error.hasOtherId || !isOfUsualSize(error.answer)) return "unclear";
  const answer =
    answerObject(error.answer) ?? (replyShape(error.answer) === "bare" ? error.answer : undefined);
  if (hasError(error.answer)) return "unknown";
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  return isObject && answerKind(answer as Record<string, unknown>) === "refused" ? "unknown" : "answered";
}

/** Whether a server has nothing at the path of a call. */
export function isUnknownPath(error: unknown): boolean {
  return error instanceof HttpStatusError && unknownPath.has(error.status);
}

/** Whether two calls were refused for the path, in the same words. */
export function isSameRefusal(one: unknown, other: unknown): boolean {
  const wordsOf = (error: unknown) =>
    error instanceof HttpStatusError && isUnknownPath(error)
      ? JSON.stringify([error.status, error.answer])
      : undefined;
  return wordsOf(one) !== undefined && wordsOf(one) === wordsOf(other);
}

/** Whether a refusal names a missing or unexpected member, or a member that is no object. */
export function namesMember(error: unknown): boolean {
  const { members, unwanted, isAboutObject } = hintsOf(refusalOf(error));
  return members.length > 0 || unwanted.length > 0 || isAboutObject;
}

/** The text and data of a refusal; `undefined` if nothing was refused. */
function refusalOf(error: unknown): unknown {
  if (error instanceof RpcReplyError) return { message: error.text, data: error.data };
  return error instanceof HttpStatusError ? error.answer : undefined;
}

/** Whether a refusal is about the content of a message, whose method and place are supported. */
export function isAboutContent(error: unknown): boolean {
  if (error instanceof RpcReplyError) return error.rpcCode === INVALID_PARAMS;
  return error instanceof HttpStatusError && error.status === UNPROCESSABLE;
}

/** Whether a refusal lists method names, one of which fits this message. */
export function listsNameFor(type: string, error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && hintsOf(refusal).names.some((name) => standsFor(name, type));
}

/** Whether two failures are indistinguishable: the peer gives the same answer to every message of this form. */
export function isSameFailure(one: unknown, other: unknown): boolean {
  const [first, second] = [failureKey(one), failureKey(other)];
  return first !== undefined && first === second;
}

function assertRefusal({ rpcCode, code, status, text }: RpcReplyError): FailureKind {
  if (UNKNOWN_CODES.has(rpcCode) || requestsSession(text)) return "unknown";
  if (status === 409) return "refused";
  if (rpcCode === INVALID_PARAMS) return status >= 400 || code === "RPC_ERROR" ? "unknown" : "refused";
  if (code.startsWith("E0") && status < 400) return "refused";
  if (status >= 400 && status < 500) return judgeStatus(status);
  return reportsUnknown(text) || rpcCode > 0 ? "unknown" : "unclear";
}

function judgeStatus(status: number): FailureKind {
  if (NOT_THE_FORM.has(status)) return "unclear";
  return (status >= 400 && status < 500) || status === 501 ? "unknown" : "unclear";
}

/** Whether an MCP tool result reports an error: most servers do for an unknown tool or argument. */
function hasError(body: unknown): boolean {
  const { result } = (body ?? {}) as { result?: { isError?: unknown } | null };
  return typeof result === "object" && result !== null && result.isError === true;
}

function failureKey(error: unknown): string | undefined {
  if (error instanceof RpcReplyError) return `rpc ${error.status} ${error.rpcCode}`;
  if (error instanceof HttpStatusError) return `http ${error.status}`;
  if (error instanceof BadJsonError) return "no JSON";
  if (!(error instanceof ProtocolFault)) return undefined;
  return `answer ${JSON.stringify(beginningOf(error.answer ?? null)).replaceAll(/\d+/g, "0")}`;
}
