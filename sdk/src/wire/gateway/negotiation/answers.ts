/** Compares answers, to distinguish a supported name from one that no agent has. */

import type { Exchange } from "../../evidence/types.js";
import { answerObject } from "../../message/find-message.js";
import { asText, isObject } from "../../message/members.js";

/** A text of an answer's statuses, error code, type and member names, without ids and times. */
export function answerSignature(reply: unknown, status = 200): string {
  const answer = answerObject(reply);
  const error = isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  const { message_type, status: word } = answer ?? {};
  return JSON.stringify([status, error, message_type, word, Object.keys(answer ?? {}).toSorted()]);
}

/** An answer of a peer in one line for people. */
const longestAnswer = 160;

/** A JSON-RPC error by its code, its message and its error of the league; any other answer unchanged, but shortened. */
export function answerText({ reply, status }: Exchange): string {
  const text = errorText(reply) ?? (typeof reply === "string" ? reply : JSON.stringify(reply ?? ""));
  const short = text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text;
  return status === undefined || status === 200 ? short : `HTTP ${status} ${short}`;
}

function errorText(reply: unknown): string | undefined {
  if (!isObject(reply) || !isObject(reply.error)) return undefined;
  const { code, message, data } = reply.error;
  if (typeof message !== "string") return undefined;
  const { error_code, error_description } = isObject(data) ? data : {};
  const details = [error_code, error_description].filter((one) => typeof one === "string").join(": ");
  return `error ${asText(code)} ${message}${details === "" ? "" : ` (${details})`}`;
}

/** A refusal about the state of the league or the match, by its code or its text. */
export const leagueRefusal =
  /\bE0(?:0[5-9]|13)\b|\b(?:PLAYER|REFEREE)_NOT_(?:FOUND|REGISTERED)\b|\bnot (?:yet )?registered\b/;

/**
 * The code of an error about the token, which the peer's league issues; undefined for other errors. The text is checked
 * because some agents use the same codes for other errors.
 */
export function tokenRefusal(text: string): string | undefined {
  return /token|auth/i.test(text) ? /\bE01[12]\b/.exec(text)?.[0] : undefined;
}
