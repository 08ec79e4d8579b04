/** The check that one would write by hand, and would have to write again for every change of the contract. */
import type { Contender } from "./contender.ts";
import { ID, SENDER, TIMESTAMP } from "./patterns.ts";

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMatching(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0;
}

function isParityOrNull(value: unknown): boolean {
  return value === "even" || value === "odd" || value === null;
}

function isDrawnNumber(value: unknown): boolean {
  return value === null || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 10);
}

function isChoices(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isParityOrNull);
}

function isGameResult(value: unknown): boolean {
  return (
    isObject(value) &&
    (value.status === "WIN" || value.status === "DRAW" || value.status === "TECHNICAL_LOSS") &&
    (value.winner_player_id === null || isMatching(value.winner_player_id, ID)) &&
    isDrawnNumber(value.drawn_number) &&
    isParityOrNull(value.number_parity) &&
    isChoices(value.choices) &&
    typeof value.reason === "string"
  );
}

function isGameOver(value: unknown): boolean {
  return (
    isObject(value) &&
    value.protocol === "league.v2" &&
    value.message_type === "GAME_OVER" &&
    isMatching(value.sender, SENDER) &&
    isMatching(value.timestamp, TIMESTAMP) &&
    isText(value.conversation_id) &&
    (value.auth_token === undefined || value.auth_token === null || isText(value.auth_token)) &&
    isMatching(value.match_id, ID) &&
    typeof value.game_type === "string" &&
    isGameResult(value.game_result)
  );
}

export const handWritten: Contender = {
  name: "hand-written check",
  remark: "says yes or no, stops at the first fault",
  accepted(messages, times) {
    let count = 0;
    for (let time = 0; time < times; time++) for (const message of messages) if (isGameOver(message)) count++;
    return count;
  },
};
