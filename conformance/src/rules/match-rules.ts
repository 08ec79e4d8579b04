/** What rules over every match of a referee have in common: each judges one match, for all behaviour of its players. */
import { isObject, type JsonObject, sameJson, valueAt } from "../json.js";
import type { ObservedPlayer } from "../peers/actors/scripted-player.js";
import type { Received } from "../peers/exchange/received.js";
import type { MatchObservation, SeenMatch, Side } from "../peers/observation.js";
import { choiceDeadline } from "../time/protocol-deadlines.js";
import type { Unusual } from "../types.js";
import type { Shown } from "../verdict.js";
import type { Judging } from "./rule.js";

/** A match of the run, and how it came about. */
export interface Seen {
  match: MatchObservation;
  seen: SeenMatch;
}

/** For diagnoses: "R1M1 (during referee/over/status)". */
export function named({ match, seen }: Seen): string {
  return `${match.matchId} (during ${seen.check})`;
}

/** Each player was asked for its choice once, without an error, and answered with a legal choice long before the deadline. */
export function bothChose({ match: { playerA, playerB, calls, errors } }: Seen): boolean {
  const choseInTime = ({ answered: [first] }: ObservedPlayer) =>
    first !== undefined && first.at_ms - first.call.at_ms <= choiceDeadline / 2;
  return errors.length === 0 && calls.length === 2 && choseInTime(playerA) && choseInTime(playerB);
}

/** The same, in a match in which nothing else was unusual: its messages are as usual in any form. */
export function isPlain(part: Seen): boolean {
  return part.seen.unusual === undefined && bothChose(part);
}

/** In these the assignment itself has other members, or none. */
const OTHER_ASSIGNMENT: readonly (Unusual | undefined)[] = ["invalid messages", "direct match"];

/** Whether the messages of the match must have the members of its assignment. In other forms they may have others, if anything fails. */
export function followsAssignment(part: Seen, { leagueForm }: Judging): boolean {
  return !OTHER_ASSIGNMENT.includes(part.seen.unusual) && (leagueForm !== "other" || isPlain(part));
}

/** Where no value is expected, null counts as a missing member. */
export function expectMembers(
  { expect }: Judging,
  message: unknown,
  expected: JsonObject,
  where: string,
  ...shownBy: readonly (Shown | undefined)[]
): void {
  for (const [pointer, due] of Object.entries(expected))
    expect(valueAt(message, pointer) ?? null, `${pointer.slice(1)} of ${where}`, ...shownBy).is(due ?? null);
}

export function idsOf({ leagueId, roundId, matchId }: MatchObservation): JsonObject {
  return { "/league_id": leagueId, "/round_id": roundId, "/match_id": matchId };
}

export function playerOf({ playerA, playerB }: MatchObservation, side: Side): ObservedPlayer {
  return side === "A" ? playerA : playerB;
}

export function opponentOf(match: MatchObservation, side: Side): ObservedPlayer {
  return playerOf(match, side === "A" ? "B" : "A");
}

/** The reports that name this match. */
export function reportsOf({ reports, matchId }: MatchObservation): Received[] {
  return reports.filter(({ message }) => message.match_id === matchId);
}

/** A player was invited again without an error before, or two results were reported. The check of REF-RUN-04 judges this. */
export function isPlayedAgain(match: MatchObservation): boolean {
  const [first, ...others] = reportsOf(match);
  if (others.some(({ message: { result } }) => !sameJson(result, first?.message.result))) return true;
  return (["A", "B"] as const).some(
    (side) => match.to(side, "GAME_INVITATION").length > 1 + match.to(side, "GAME_ERROR").length,
  );
}

/** The conversation_id of the first invitation; undefined where that has none, or a match that is played again may have another. */
export function conversationOf(match: MatchObservation): unknown {
  return isPlayedAgain(match) ? undefined : match.invitations[0]?.message.conversation_id;
}

/** The members of a result; a referee may add others, such as the points of the addressee. */
export const RESULT_MEMBERS = [
  ...["status", "winner_player_id", "drawn_number", "number_parity"],
  ...["choices", "reason"],
];

/** The time between the first messages of this type to the two players; undefined where one of them got none. */
export function timeBetween(match: MatchObservation, type: string): number | undefined {
  const [a, b] = (["A", "B"] as const).map((side) => match.to(side, type)[0]);
  return a === undefined || b === undefined ? undefined : Math.abs(a.at_ms - b.at_ms);
}

/** The result of a match, as a GAME_OVER or a report publishes it. */
export interface Outcome {
  /** "GAME_OVER to P01" or "the report". */
  from: string;
  isReport: boolean;
  status: unknown;
  /** A player's id; null when there is no winner, in any notation. */
  winner: unknown;
  /** The winner as the referee sent it. */
  winnerAsSent: unknown;
  number: unknown;
  parity: unknown;
  choices: unknown;
  shownBy: readonly Shown[];
}

/** The outcome in each GAME_OVER, and in each report. */
export function outcomesOf(match: MatchObservation): Outcome[] {
  return [
    ...match.gameOvers.map((over) => {
      const result = over.message.game_result;
      return { from: `GAME_OVER to ${over.playerId}`, isReport: false, shown: over, result, details: result };
    }),
    ...match.reports.map((report) => {
      const { result } = report.message;
      return {
        from: "the report",
        isReport: true,
        shown: report,
        result,
        details: valueAt(result, "/details"),
      };
    }),
  ].flatMap(({ from, isReport, shown, result, details }) => {
    if (!isObject(result)) return [];
    const winner = isReport ? result.winner : result.winner_player_id;
    const { drawn_number, number_parity, choices } = isObject(details) ? details : {};
    const published = { number: drawn_number, parity: number_parity, choices, status: result.status };
    const hasNone =
      winner === undefined ||
      winner === null ||
      (typeof winner === "string" && /^(|draw|none|null)$/i.test(winner));
    return {
      from,
      isReport,
      ...published,
      winner: hasNone ? null : winner,
      winnerAsSent: winner,
      shownBy: [shown],
    };
  });
}

/** A player's id, or null. Canonical messages have null where there is no winner, in a tool too; other forms have words for that. */
export function winnerIn({ leagueForm }: Judging, { winner, winnerAsSent }: Outcome): unknown {
  return leagueForm === "canonical" ? (winnerAsSent ?? null) : winner;
}

export function choiceOf(outcome: Outcome, player: ObservedPlayer): unknown {
  return valueAt(outcome.choices, `/${player.id}`);
}
