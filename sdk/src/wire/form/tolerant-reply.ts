/**
 * Reads an incomplete answer as the expected message: no envelope, only a status, or the choice under another name. For
 * peers that do not use the canonical form; a choice is never guessed.
 */

import { vocabulary } from "@league-v2/contract/forms";
import { isDrawByFacts, readMatchReport } from "../content/match-report.js";
import { envelopeOf, replyTypeOf, replyTypes } from "../message/contract.js";
import { answerObject, isToolResult } from "../message/find-message.js";
import { defined, isObject, valueAt } from "../message/members.js";
import { readTimes } from "../message/times.js";
import { ENVELOPE_MEMBERS, type JsonObject, type MessageRules, type Variables } from "../message/types.js";
import type { ProfileCodec } from "./profile-codec.js";

export interface Asked {
  /** Type and members of the request, canonical. */
  readonly type: string;
  readonly message: JsonObject;
  /** The sender of a whole answer, e.g. `player:P01`. */
  readonly answerer: string;
  /** RFC 3339. */
  readonly now: string;
  readonly variables: Variables;
  /** Whether this peer answers `ok` to supported requests only. */
  readonly okIsAnswer: boolean;
  /** Whether this peer spells the names of the contract otherwise. */
  readonly isSpelled: boolean;
}

/** The members of a whole message, its token aside. */
const WHOLE = [...ENVELOPE_MEMBERS].filter((name) => name !== "auth_token");
const CHOICE = "CHOOSE_PARITY_RESPONSE";

/** The status of replies that only acknowledge. */
export const fixedStatus: ReadonlyMap<string, string> = new Map([
  ["ROUND_ANNOUNCEMENT_ACK", "ACKNOWLEDGED"],
  ["GAME_OVER_ACK", "ACKNOWLEDGED"],
  ["GAME_ERROR_ACK", "ACKNOWLEDGED"],
  ["STANDINGS_UPDATE_ACK", "ACKNOWLEDGED"],
  ["ROUND_COMPLETED_ACK", "ACKNOWLEDGED"],
  ["LEAGUE_COMPLETED_ACK", "ACKNOWLEDGED"],
  ["LEAGUE_ERROR_ACK", "ACKNOWLEDGED"],
  ["SHUTDOWN_ACK", "ACKNOWLEDGED"],
  ["MATCH_RESULT_ACK", "recorded"],
  ["RUN_MATCH_ACK", "acknowledged"],
]);

/** Undefined for an answer that refuses, has no content, or is another message. */
export function tolerantReply(form: ProfileCodec, body: unknown, asked: Asked): JsonObject | undefined {
  const answer = answerObject(body);
  const due = replyTypeOf(asked.type);
  if (answer === undefined || due === undefined || isToolResult(answer)) return undefined;
  const wire = withoutNulls(answer);
  const kind = answerKind(wire);
  if (kind === "refused") return undefined;
  const named = form.typeNamed(wire.message_type);
  if (named !== undefined && named !== due && named !== asked.type && replyTypes.has(named)) return undefined;
  const { message_type: _, ...given } = wire;
  const hasNumbers = due === CHOICE && !isOfDocuments(wire, asked);
  const members = hasNumbers ? withChoiceInWords(given, form.rulesOf(due)) : given;
  const { conversation_id, match_id, round_id, query_type } = asked.message;
  const variables = { ...asked.variables, ...asked.message };
  const message = form.canonical(due, members, variables);
  readTimes(message);
  const choice = due === CHOICE ? onlyChoice(members) : undefined;
  // An `ok` of a peer that answers ok to everything counts only with the expected type or a choice.
  const isExpected = named === due || choice !== undefined || holdsChoice(due, message);
  if (kind === "ok" && !asked.okIsAnswer && !isExpected) return undefined;
  const match_result = asked.type === "RUN_MATCH" ? resultIn(answer, match_id) : undefined;
  const isEmpty = match_result === undefined && named !== due && choice === undefined;
  if (kind === "none" && isEmpty && !hasExpectedMember(form, due, members, message)) return undefined;
  const status = fixedStatus.get(due);
  return {
    ...defined({ match_id, round_id, query_type, parity_choice: choice }),
    ...message,
    ...defined({ match_result }),
    ...envelopeOf(due, asked.answerer, asked.now, conversation_id),
    ...(status === undefined ? {} : { status }),
  };
}

/** Whether an answer is a whole message in the names of the documents, wherever it stands: its choice is judged by the schema. */
function isOfDocuments(wire: JsonObject, { isSpelled }: Asked): boolean {
  const isWhole = [...WHOLE, "parity_choice"].every((name) => wire[name] !== undefined);
  return isWhole && wire.message_type === CHOICE && !isSpelled;
}

function holdsChoice(due: string, { parity_choice }: JsonObject): boolean {
  return due === CHOICE && (parity_choice === "even" || parity_choice === "odd");
}

/** The match result in the answer of a referee that has played the match. */
function resultIn(answer: JsonObject, match_id: unknown): JsonObject | undefined {
  const report = readMatchReport({ match_id, ...answer });
  if (report === undefined || report.match_id !== match_id) return undefined;
  const isDraw = report.status === "DRAW" || (report.status === undefined && isDrawByFacts(report));
  return report.winner === null && !isDraw ? undefined : answer;
}

/** Whether the answer has a member of the expected message, under any of its names. */
function hasExpectedMember(
  form: ProfileCodec,
  due: string,
  members: JsonObject,
  message: JsonObject,
): boolean {
  const { aliases = {}, fill = {} } = form.rulesOf(due);
  const isRead = Object.keys(aliases).some(
    (pointer) => !Object.hasOwn(fill, pointer) && valueAt(message, pointer) !== undefined,
  );
  const isFilled = (key: string) => Object.hasOwn(fill, `/${key}`) && !ENVELOPE_MEMBERS.has(key);
  return isRead || Object.keys(members).some(isFilled);
}

function withoutNulls(answer: JsonObject): JsonObject {
  const present = Object.entries(answer).filter(([key, value]) => {
    return value !== null && !(key === "auth_token" && value === "");
  });
  return Object.fromEntries(present);
}

/** The answer with an object in place of such a result; any other answer unchanged. */
export function withObjectResult(type: string, body: unknown): unknown {
  // A service answers with the value itself; some servers omit the version.
  if (!isObject(body)) return objectResult(type, body) ?? body;
  if (body.message_type !== undefined || !Object.hasOwn(body, "result")) return body;
  const text = textOfTool(body.result);
  const words = text === undefined ? undefined : inWords(type, text);
  if (words !== undefined)
    return { ...body, result: { content: [{ type: "text", text: JSON.stringify(words) }] } };
  const result = objectResult(type, body.result);
  return result === undefined ? body : { ...body, result };
}

/** The words in the result of a tool; undefined for an error, and for a text with a message. */
function textOfTool(result: unknown): string | undefined {
  if (!isObject(result) || result.isError === true || result.structuredContent !== undefined)
    return undefined;
  const first: unknown = Array.isArray(result.content) ? result.content[0] : undefined;
  const text = isObject(first) ? first.text : undefined;
  return typeof text === "string" && !/^\s*[{[]/.test(text) ? text : undefined;
}

const chosen =
  /^\W*(?:(?:i|my|we)?\W*(?:choose|chose|pick|play|choice|parity|answer)\w*\W+(?:is\W+)?)?(even|odd)\W*$/i;
const declined = /declin|reject|refus|\bno\b|\bnot\b|n't|\bfalse\b/i;

/** The answer that the words give; undefined if they give none. */
function inWords(type: string, text: string): JsonObject | undefined {
  if (text.trim() === "" || failed.test(text)) return undefined;
  if (type === "GAME_INVITATION") return { accept: !declined.test(text) };
  const choice = type === "CHOOSE_PARITY_CALL" ? chosen.exec(text)?.[1]?.toLowerCase() : undefined;
  if (choice !== undefined) return { choice };
  return isAcknowledged(type) ? { status: "received" } : undefined;
}

const failed = /\b(?:error|unknown|unsupported|invalid|missing|not found|failed)\b/i;

/** Whether the answer to a message only acknowledges it; a report is repeated until it is acknowledged. */
function isAcknowledged(type: string): boolean {
  return type !== "RUN_MATCH" && fixedStatus.has(replyTypeOf(type) ?? "");
}

function objectResult(type: string, result: unknown): JsonObject | undefined {
  const words = typeof result === "string" ? inWords(type, result) : undefined;
  if (words !== undefined) return words;
  if (type === "GAME_INVITATION" && typeof result === "boolean") return { accept: result };
  const isEmpty = result === null || result === true || result === "";
  return isAcknowledged(type) && isEmpty ? { status: "received" } : undefined;
}

/** The only value that is a parity, in any object or list; undefined without one, or with several. */
export function onlyChoice(members: JsonObject): string | undefined {
  const [choice, another] = parities(members, deepest);
  return another === undefined ? choice?.toLowerCase() : undefined;
}

/** The deepest nesting of a choice: `{"choice": {"value": "even"}}` in one more object. */
const deepest = 3;

function parities(value: unknown, depth: number): string[] {
  if (isParity(value)) return [value];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((one) => parities(one, depth - 1));
}

function isParity(value: unknown): value is string {
  return typeof value === "string" && /^(even|odd)$/i.test(value);
}

/** A choice as a number: 0 for even and 1 for odd, the remainder of a division by two. */
const words: ReadonlyMap<unknown, string> = new Map([
  [0, "even"],
  [1, "odd"],
]);

/**
 * The members of an answer with the word in place of the number, if the only member that the form names as the choice is 0
 * or 1. No other number is read, because it may be a drawn number or an index.
 */
export function withChoiceInWords(members: JsonObject, { rename, aliases }: MessageRules): JsonObject {
  const others = (aliases?.["/parity_choice"] ?? []).map((pointer) => pointer.slice(1));
  const names = new Set(["parity_choice", rename?.parity_choice ?? "parity_choice", ...others]);
  const [name, ...more] = [...names].filter((one) => Object.hasOwn(members, one));
  const word = name === undefined ? undefined : words.get(members[name]);
  if (name === undefined || word === undefined || more.length > 0) return members;
  return { ...members, [name]: word };
}

/**
 * - `acknowledged`: the request was understood
 * - `ok`: only `ok`, which some servers also answer to unknown requests
 * - `refused`: an error text
 * - `none`: any other answer
 */
export type AnswerKind = "acknowledged" | "ok" | "refused" | "none";

const ACKNOWLEDGED =
  /^(ack|acked|acknowledged?|accepted|received|recorded|reported|registered|started|match_started|starting|running|in_progress|playing|joined|joining|completed|finished|queued|scheduled|assigned|noted|processed|confirmed)$/i;
const OK = /^(ok|okay|success|successful|done|fine)$/i;
const REFUSED =
  /^(error|err|fail|failed|failure|invalid|unknown|not_found|unsupported|unauthorized|forbidden|rejected|refused|denied)$/i;
const FLAGS = [
  "acknowledged",
  "ack",
  "received",
  "accepted",
  "started",
  "recorded",
  "registered",
  "joined",
  "ready",
];

export function answerKind(answer: JsonObject): AnswerKind {
  const { status, success, ok, message_type, error } = answer;
  const word = typeof status === "string" ? status : "";
  if (REFUSED.test(word) || success === false || ok === false || ok === 0) return "refused";
  if (typeof error === "string" && error !== "" && word === "") return "refused";
  if (ACKNOWLEDGED.test(word) || FLAGS.some((key) => answer[key] === true)) return "acknowledged";
  if (startedMatches(answer) > 0) return "acknowledged";
  if (typeof message_type === "string" && /(^|_)ACK(NOWLEDGED)?$/i.test(message_type)) return "acknowledged";
  return OK.test(word) || success === true || ok === true || ok === 1 ? "ok" : "none";
}

/** The number of started matches in a referee's answer to an announcement. */
export function startedMatches(answer: object): number {
  const members: JsonObject = { ...answer };
  for (const key of vocabulary.member_names.matches_started) {
    const value = members[key];
    if (typeof value === "number") return value;
    if (Array.isArray(value)) return value.length;
  }
  return 0;
}
