/** Classifies the answer to a request that is no valid reply: unsupported form, refusal, or another answer. */
import { protocol } from "@league-v2/contract";
import { isObject } from "../../../json/parse-json.js";
import type { IncomingReply } from "../../../platform/transport.js";
import { hintsOf } from "../../evidence/error-hints.js";
import { parsedBody } from "../../evidence/questions.js";
import { isRefused } from "../../evidence/request-place.js";
import { answerKind } from "../../form/tolerant-reply.js";
import { answerObject } from "../../message/find-message.js";
import { COMMON_ENVELOPE, type JsonObject } from "../../message/types.js";

/**
 * - `unknown`: the peer does not support this kind of message, which therefore had no effect
 * - `refused`: the peer has read the message and refuses it
 * - `answered`: a successful answer
 * - `limited`: the peer wants fewer requests
 * - `unclear`: any other answer; the message may have had its effect
 */
export type Judgement = "unknown" | "refused" | "answered" | "limited" | "unclear";

export interface Answer {
  readonly status: number;
  /** The parsed body, its text if it is no JSON; of an event stream the last message. */
  readonly body: unknown;
  readonly judgement: Judgement;
  /** The message in it, if that breaks its schema: our own agent judges it. */
  readonly invalid?: JsonObject;
  /** As it was received. */
  readonly raw: IncomingReply;
}

/** JSON-RPC codes for an unknown method or an invalid request. */
const unknownCodes: ReadonlySet<unknown> = new Set([-32601, -32600, -32700]);
const invalidParams = -32602;
const tooMany = 429;
/** 4xx statuses that are not about the form: a conflict, and temporary failures. */
const notTheForm: ReadonlySet<number> = new Set([408, 409, 425]);
const unknownPath: ReadonlySet<number> = new Set([404, 405, 415, 501]);

export function answerIn(raw: IncomingReply): Answer {
  const body = parsedBody(raw.body);
  return { status: raw.status, body, raw, judgement: judge(raw.status, body) };
}

function judge(status: number, body: unknown): Judgement {
  if (status === tooMany) return "limited";
  const error = isObject(body) ? body.error : undefined;
  if (isObject(error) && !isPresent(body, "result")) return judgeError(status, error);
  if (typeof error === "string" && isObject(body) && body.jsonrpc !== undefined)
    return judgeError(status, { message: error });
  if (status >= 400) return judgeStatus(status);
  if (body === "") return "answered";
  // Some peers answer in words; a page is no answer.
  if (typeof body === "string") return /^\s*<|error|exception/i.test(body) ? "unclear" : "answered";
  if (isObject(body) && isObject(body.result) && body.result.isError === true) {
    const text = JSON.stringify(body.result);
    if (limitWords.test(text)) return "limited";
    return contractError.test(text) ? "refused" : "unknown";
  }
  const answer = answerObject(body);
  if (answer === undefined || answerKind(answer) !== "refused") return "answered";
  if (limitWords.test(JSON.stringify(answer))) return "limited";
  // A whole message that names no member is a decision.
  const { members, unwanted } = hintsOf(body);
  const isWhole = COMMON_ENVELOPE.every((name) => answer[name] !== undefined);
  return isWhole && members.length + unwanted.length === 0 ? "refused" : "unknown";
}

function judgeError(status: number, { code, message, data }: Record<string, unknown>): Judgement {
  const text = typeof message === "string" ? message : "";
  if (limitWords.test(text)) return "limited";
  if (unknownCodes.has(code) || requestsSession(text)) return "unknown";
  const ofContract =
    isObject(data) && typeof data.error_code === "string" && data.error_code.startsWith("E0");
  if (code === invalidParams) return status >= 400 || !ofContract ? "unknown" : "refused";
  const isContractCode = typeof code === "number" && code < -32000 && code > -32100;
  if ((ofContract || isContractCode) && status < 400) return "refused";
  if (status >= 400 && status < 500) return judgeStatus(status);
  return reportsUnknown(text) || (typeof code === "number" && code > 0) ? "unknown" : "unclear";
}

function judgeStatus(status: number): Judgement {
  if (notTheForm.has(status)) return "unclear";
  return (status >= 400 && status < 500) || status === 501 ? "unknown" : "unclear";
}

function isPresent(body: unknown, name: string): boolean {
  return isObject(body) && body[name] !== undefined && body[name] !== null;
}

/** An error of the contract other than for an invalid message, in the text of a tool result. */
const contractError = /"error_code\\*":\s*\\*"E0(?!03)\d\d/;

const limitWords = /rate.?limit|too many (requests|messages)|slow down|throttl/i;

/** Whether a call has a name that the peer does not have. */
export function isUnknownMethod(body: unknown): boolean {
  if (!isObject(body)) return false;
  const methodNotFound = -32601;
  if (isObject(body.error)) return body.error.code === methodNotFound;
  // Some put the text of the error into the result.
  const text = isObject(body.result) ? body.result.error : undefined;
  return typeof text === "string" && /\b(method not found|unknown method)\b/i.test(text);
}

/** Whether a server has nothing at the path of a call. */
export function isUnknownPath({ status, body }: Pick<Answer, "status" | "body">): boolean {
  return unknownPath.has(status) && !(isObject(body) && body.jsonrpc !== undefined);
}

/** Whether a refusal names a missing or unexpected member. */
export function namesMember({ judgement, body }: Answer): boolean {
  if (judgement === "answered") return false;
  const { members, unwanted } = hintsOf(body);
  return members.length + unwanted.length > 0;
}

/** Whether the peer does not know the call itself, rather than a part of its message. */
export function isUnknownCall({ body, status }: Answer): boolean {
  return isRefused({ by: "us", request: null, reply: body, status }) && status >= 400;
}

/** Whether a refusal is about the name or the members of a call. */
export function isAboutCall(answer: Answer): boolean {
  const { body } = answer;
  const code = isObject(body) && isObject(body.error) ? body.error.code : undefined;
  return isUnknownMethod(body) || code === invalidParams || namesMember(answer);
}

export function isResponseTo(id: number | undefined, body: unknown): body is JsonObject {
  return isObject(body) && body.jsonrpc === protocol.jsonRpcVersion && body.id === id;
}

/** Whether an MCP server requires a session, or no longer accepts the current one. */
export function requiresSession({ status, body }: Answer, isTool: boolean): boolean {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  return requestsSession(text) || (isTool && (status === 400 || status === 404));
}

/** How long a peer wants no more requests, in ms. */
export function pauseIn({ body, raw }: Answer): number {
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  const inWords = /(?:retry|wait|after|in)\D{0,20}(\d{1,3}(?:\.\d+)?)\s*(?:s\b|sec)?/i.exec(text)?.[1];
  const seconds = Number(raw.retryAfter ?? inWords);
  const msPerSecond = 1000;
  return (Number.isFinite(seconds) && seconds > 0 ? seconds : 1) * msPerSecond;
}

/** Whether an error text reports an unknown method, tool or message type: `Unknown tool: choose_parity`. */
function reportsUnknown(text: string): boolean {
  return /\b(unknown|unsupported|unrecogni[sz]ed|not found|no such|not implemented|not supported|does not exist|invalid (method|tool|message|envelope)|no handler)\b/i.test(
    text,
  );
}

/** Whether an error text requires a session: `Server not initialized`. */
function requestsSession(text: string): boolean {
  return /\b(not (yet )?(been )?initiali[sz]ed|uninitiali[sz]ed|before initiali[sz]ation|(call|send) "?initialize"? first|initialize first|missing session)\b/i.test(
    text,
  );
}

/** A text of an answer's statuses, error code, type and member names, without ids and times. */
export function answerSignature(reply: unknown, status = 200): string {
  const answer = answerObject(reply);
  const error = isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  const { message_type, status: word } = answer ?? {};
  return JSON.stringify([status, error, message_type, word, Object.keys(answer ?? {}).toSorted()]);
}
