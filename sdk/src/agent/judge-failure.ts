/** What a failed call shows about the peer: that it does not support the form, that it refuses, or neither. */
import { BadJsonError, HttpStatusError, ProtocolFault, RpcReplyError } from "../client/errors.js";
import { asksForSession, saysUnknown } from "../client/says-unknown.js";
import { hintsOf, standsFor } from "../wire/derive/index.js";
import { answerKind, answerObject, replyShape } from "../wire/index.js";

/**
 * - `unknown`: the peer does not support this kind of message, which therefore had no effect
 * - `refused`: the peer has understood the message, and refuses it
 * - `answered`: a successful answer that is not the message which was due
 * - `unclear`: anything else that came back; the message may have had its effect
 * - `silent`: nothing came back
 */
export type Judgement = "unknown" | "refused" | "answered" | "unclear" | "silent";

/** JSON-RPC codes that say: not this method, not these params. */
const UNKNOWN_CODES: ReadonlySet<number> = new Set([-32601, -32600, -32700]);
const INVALID_PARAMS = -32602;
/** HTTP 422: well-formed, and refused for what it holds. */
const UNPROCESSABLE = 422;
/** HTTP statuses of the 4xx that do not blame the form: a conflict, and what may pass. */
const NOT_THE_FORM: ReadonlySet<number> = new Set([408, 409, 425, 429]);

export function judgeFailure(error: unknown): Judgement {
  if (error instanceof RpcReplyError) return judgeRefusal(error);
  if (error instanceof HttpStatusError) return judgeStatus(error.status);
  if (error instanceof BadJsonError) return "unclear";
  if (!(error instanceof ProtocolFault)) return "silent";
  if (error.isToAnother) return "unclear";
  const answer =
    answerObject(error.answer) ?? (replyShape(error.answer) === "bare" ? error.answer : undefined);
  if (hasError(error.answer)) return "unknown";
  const isObject = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  return isObject && answerKind(answer as Record<string, unknown>) === "refused" ? "unknown" : "answered";
}

/** Whether a refusal names a member that the peer misses or does not take, or one that is no object. */
export function namesMember(error: unknown): boolean {
  const { members, isAboutObject } = hintsOf(refusalOf(error));
  return members.length > 0 || isAboutObject;
}

/** The text and data of a refusal; `undefined` if nothing was refused. */
function refusalOf(error: unknown): unknown {
  if (error instanceof RpcReplyError) return { message: error.text, data: error.data };
  return error instanceof HttpStatusError ? error.answer : undefined;
}

/** Whether a refusal blames what a message holds: its name and its place were known. */
export function blamesContent(error: unknown): boolean {
  if (error instanceof RpcReplyError) return error.rpcCode === INVALID_PARAMS;
  return error instanceof HttpStatusError && error.status === UNPROCESSABLE;
}

/** Whether a refusal lists the peer's names, and one of them is a name for this message. */
export function listsNameFor(type: string, error: unknown): boolean {
  const refusal = refusalOf(error);
  return refusal !== undefined && hintsOf(refusal).names.some((name) => standsFor(name, type));
}

/** Two failures that cannot be distinguished: the peer answers all messages of this form alike. */
export function isSameFailure(one: unknown, other: unknown): boolean {
  const [first, second] = [failureKey(one), failureKey(other)];
  return first !== undefined && first === second;
}

function judgeRefusal({ rpcCode, code, status, text }: RpcReplyError): Judgement {
  if (UNKNOWN_CODES.has(rpcCode) || asksForSession(text)) return "unknown";
  if (status === 409) return "refused";
  if (rpcCode === INVALID_PARAMS) return status >= 400 || code === "RPC_ERROR" ? "unknown" : "refused";
  if (code.startsWith("E0") && status < 400) return "refused";
  if (status >= 400 && status < 500) return judgeStatus(status);
  return saysUnknown(text) || rpcCode > 0 ? "unknown" : "unclear";
}

function judgeStatus(status: number): Judgement {
  if (NOT_THE_FORM.has(status)) return "unclear";
  return (status >= 400 && status < 500) || status === 501 ? "unknown" : "unclear";
}

/** A tool that reports an error: most servers do so for an unknown tool or argument. */
function hasError(body: unknown): boolean {
  const { result } = (body ?? {}) as { result?: { isError?: unknown } | null };
  return typeof result === "object" && result !== null && result.isError === true;
}

function failureKey(error: unknown): string | undefined {
  if (error instanceof RpcReplyError) return `rpc ${error.status} ${error.rpcCode}`;
  if (error instanceof HttpStatusError) return `http ${error.status}`;
  if (error instanceof BadJsonError) return "no JSON";
  if (!(error instanceof ProtocolFault)) return undefined;
  return `answer ${JSON.stringify(error.answer ?? null).replaceAll(/\d+/g, "0")}`;
}
