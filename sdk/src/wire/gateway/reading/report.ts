/** Reads and completes the report of a match: its winner is never guessed, and what contradicts itself is named. */
import { protocol } from "@league-v2/contract";
import {
  containsDraw,
  isDrawByFacts,
  type MatchReport,
  parityOf,
  readMatchReport,
  scoreOf,
} from "../../content/match-report.js";
import { typeOfPeer } from "../../evidence/peer-messages.js";
import { envelopeOf, typedSender } from "../../message/contract.js";
import type { Located } from "../../message/find-message.js";
import { asText, isObject } from "../../message/members.js";
import type { JsonObject, Variables } from "../../message/types.js";

const [gameType] = protocol.gameTypes;
const type = "MATCH_RESULT_REPORT";
const names =
  /^(report|submit|record|post|send)_((match|game)_)?(result|outcome)s?$|^(match|game)_(result|report|result_report)$/i;

export function isReportName(method: string | undefined): boolean {
  return names.test(method ?? "");
}

/** Names and values of a report, where ids of players may stand. */
export function textsIn(message: JsonObject): ReadonlySet<string> {
  const results = Object.values(message).filter(isObject);
  const inner = results.flatMap((one) => Object.values(one).filter(isObject));
  const texts = [message, ...results, ...inner].flatMap((one) => Object.entries(one).flat());
  return new Set(texts.filter((text) => typeof text === "string"));
}

/** @param about the players of the match, and the referee that it was given to. Undefined for any other message. */
export function lenientReport(
  { message, method }: Located,
  now: string,
  about: Variables,
): { readonly type: string; readonly message: JsonObject } | undefined {
  const { message_type, auth_token, round_id = about.round_id, league_id = about.league_id } = message;
  const isNamed = typeof message_type === "string" && message_type.toUpperCase() === type;
  // Of the calls of a referee under an unknown name, only a report has a match and its result.
  const isOwnName = isReportName(method) || typeOfPeer({ message, method }) === undefined;
  const report = isNamed || (message_type === undefined && isOwnName) ? readMatchReport(message) : undefined;
  const sender = message.sender ?? (isReportName(method) ? about.reported_by : undefined);
  if (report === undefined || typeof sender !== "string") return undefined;
  const { conversation_id: own } = message;
  const conversation = typeof own === "string" ? own : asText(about.conversation);
  return {
    type,
    message: {
      ...envelopeOf(type, typedSender(sender, type), now, conversation),
      // An invalid token is refused by the schema, and never treated as a missing one.
      ...(auth_token === undefined || auth_token === "" ? {} : { auth_token }),
      league_id: typeof league_id === "string" ? league_id : "unknown",
      round_id: typeof round_id === "number" ? round_id : 1,
      match_id: report.match_id,
      game_type: gameType,
      result: resultOf(report, message, about),
    },
  };
}

/** The canonical result of a report of any shape: its winner counts, and the points are those of the contract. */
export function resultOf(
  report: MatchReport,
  message: JsonObject,
  { player_a, player_b }: Variables,
): JsonObject {
  const players = [player_a, player_b].map(asText);
  const winner = winnerOf(report.winner, players);
  const { drawn_number: number, choices } = report;
  const status = statusOf(report, winner, message, players);
  const { minimum, maximum } = protocol.draw;
  const isPossible = number !== null && number >= minimum && number <= maximum;
  return {
    status,
    winner,
    score: scoreOf(players, winner, status === "DRAW"),
    details: { drawn_number: isPossible ? number : null, choices },
  };
}

function winnerOf(winner: string | null, players: readonly string[]): string | null {
  if (winner === null) return null;
  const side = /^player_?(?:(a|1)|b|2)$/i.exec(winner);
  return side === null ? winner : ((side[1] === undefined ? players[1] : players[0]) ?? winner);
}

function statusOf(
  { status, drawn_number, choices }: MatchReport,
  winner: string | null,
  message: JsonObject,
  players: readonly string[],
): string {
  if (winner !== null) return status === "TECHNICAL_LOSS" ? status : "WIN";
  if (status !== undefined) return status;
  const score = [message.score, isObject(message.result) ? message.result.score : undefined].find(isObject);
  if (score !== undefined && players.every((id) => score[id] === protocol.points.draw)) return "DRAW";
  if (containsDraw(message)) return "DRAW";
  const isNamed = Object.keys(choices).length > 0;
  const made = isNamed ? Object.fromEntries(players.map((id) => [id, choices[id] ?? null])) : {};
  return isDrawByFacts({ drawn_number, choices: made }) ? "DRAW" : "TECHNICAL_LOSS";
}

/**
 * A report completed from what the same referee told the players. Only what is missing is added: a winner, a number or a choice in
 * the report stays, and a report of another result stays as it is.
 */
export function completedReport(message: JsonObject, over: JsonObject | undefined): JsonObject {
  const { result } = message;
  if (over === undefined || !isObject(result)) return message;
  const { status, winner_player_id: winner = null, drawn_number = null, choices = {} } = over;
  const given = isObject(result.details) ? result.details : {};
  const details = {
    ...given,
    drawn_number: given.drawn_number ?? drawn_number,
    choices: hasChoices(given) ? given.choices : choices,
  };
  const isDraw = result.status === "DRAW" && status === "DRAW";
  if (result.winner === winner && (winner !== null || isDraw))
    return { ...message, result: { ...result, details } };
  if (!isObject(result.score) || hasFacts(result, given) || (status !== "DRAW" && status !== "WIN"))
    return message;
  const score = scoreOf(Object.keys(result.score), winner, status === "DRAW");
  return { ...message, result: { ...result, status, winner, score, details } };
}

function hasChoices({ choices }: JsonObject): boolean {
  return isObject(choices) && Object.values(choices).some((one) => one !== null);
}

function hasFacts({ winner, score }: JsonObject, details: JsonObject): boolean {
  const hasPoints = isObject(score) && Object.values(score).some((one) => one !== 0);
  const isNumber = typeof details.drawn_number === "number";
  return (winner !== null && winner !== undefined) || isNumber || hasChoices(details) || hasPoints;
}

/** What a canonical report says against its own result; undefined if it agrees with itself. */
export function contradictionIn(message: JsonObject): string | undefined {
  const { result } = message;
  if (!isObject(result) || !isObject(result.details)) return undefined;
  const { winner, status } = result;
  const { drawn_number: number, choices } = result.details;
  const [one, other, third] = isObject(choices) ? Object.entries(choices) : [];
  if (typeof number !== "number" || one === undefined || other === undefined || third !== undefined)
    return undefined;
  if (
    status === "TECHNICAL_LOSS" ||
    ![one, other].every(([, choice]) => choice === "even" || choice === "odd")
  )
    return undefined;
  const right = [one, other].filter(([, choice]) => choice === parityOf(number)).map(([id]) => id);
  const due = right.length === 1 ? right[0] : null;
  if (due === (winner ?? null)) return undefined;
  const said = `${number} was drawn, and ${[one, other].map(([id, choice]) => `${id} chose ${choice}`).join(", ")}`;
  return `${said}: ${due === null ? "a draw" : `${due} wins`}, but the report names ${asText(winner ?? "no winner")}`;
}
