/** Classifies an answer that is no message of the league: `{"status": "ACK"}`, `{"received": true}`, `{"status": "error"}`. */
import { vocabulary } from "@league-v2/contract/forms";
import type { JsonObject } from "./types.js";

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
