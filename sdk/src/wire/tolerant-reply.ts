/**
 * Reads an incomplete answer as the expected message: no envelope, only a status, or the choice under another name. For
 * peers that do not use the canonical form; a choice is never guessed.
 */

import { answerKind } from "./acknowledgement.js";
import { envelopeOf, replyTypeOf, replyTypes } from "./contract.js";
import { answerObject, isToolResult } from "./find-message.js";
import { isDrawByFacts, readMatchReport } from "./match-report.js";
import { defined, valueAt } from "./members.js";
import { withChoiceInWords } from "./number-choice.js";
import { onlyChoice } from "./only-choice.js";
import type { ProfileCodec } from "./profile-codec.js";
import { readTimes } from "./times.js";
import { ENVELOPE_MEMBERS, type JsonObject, type Variables } from "./types.js";

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
