/** A match that the manager under test assigned to one of the suite's referees, and the actions of that referee. */

import { isObject, type JsonObject, valueAt } from "../json.js";
import type { RegisteredPeer } from "./actors/registered-peer.js";
import { type Parity, reportedResult } from "./actors/result.js";
import type { Answer } from "./exchange/answer.js";
import type { MessageOverrides } from "./exchange/peer-client.js";
import type { Received } from "./exchange/received.js";
import { EVEN_ODD } from "./game.js";

/** The winner of a match. */
export type Outcome = "A" | "B" | "draw";

export class Assignment {
  readonly matchId: string;
  readonly roundId: unknown;
  readonly leagueId: unknown;
  readonly playerA: string;
  readonly playerB: string;
  readonly received: Received;
  readonly referee: RegisteredPeer;
  /** The answers to the reports of the match, in order, from any sender. */
  readonly reports: Answer[] = [];
  /** The first report without overrides: the result that must count. */
  trueResult: Outcome | undefined;
  /** The time of that report. */
  trueResult_ms: number | undefined;
  /** The answer to that report; undefined until it is received. */
  acknowledgement: Answer | undefined;

  /** @param rounds the announced rounds of this match: a RUN_MATCH with another round does not change them */
  constructor(
    referee: RegisteredPeer,
    received: Received,
    match: JsonObject,
    rounds: readonly unknown[] = [],
  ) {
    this.referee = referee;
    this.received = received;
    this.matchId = String(match.match_id);
    const [ordered, round] = [match.round_id ?? received.message.round_id, roundIn(this.matchId)];
    const isMoved = !rounds.includes(ordered) && rounds.includes(round);
    this.roundId = isMoved ? round : (ordered ?? round);
    // A report with a league that is no text may be refused for it.
    const named = [match.league_id, received.message.league_id].find((id) => typeof id === "string");
    this.leagueId = named ?? referee.leagueId;
    this.playerA = String(match.player_A_id);
    this.playerB = String(match.player_B_id);
  }

  /** The message that assigned the match. */
  get by(): "RUN_MATCH" | "ROUND_ANNOUNCEMENT" {
    return this.received.type === "RUN_MATCH" ? "RUN_MATCH" : "ROUND_ANNOUNCEMENT";
  }

  /** Whether the manager took a report of it. */
  get isCounted(): boolean {
    return this.reports.some(({ outcome }) => outcome === "message");
  }

  /** Whether the ids of match and round follow LM-SCHED-03; a report with other ids may be refused for them. */
  get isNamedByContract(): boolean {
    const { roundId, matchId } = this;
    return Number.isInteger(roundId) && Number(roundId) >= 1 && matchIdOf(roundId).test(matchId);
  }

  /** Whether the manager accepted a false report first, so that it may refuse the true one as a second report. */
  get hasFalseReport(): boolean {
    const taken = this.reports.find(({ outcome }) => outcome === "message");
    return taken !== undefined && taken !== this.acknowledgement;
  }

  /** Whether it is the same match, given to the same referee. */
  isSameTask({ matchId, referee }: Assignment): boolean {
    return this.matchId === matchId && this.referee === referee;
  }

  /** Reports that this player has won, or a draw. */
  async report(
    outcome: Outcome,
    overrides: MessageOverrides = {},
    as: RegisteredPeer = this.referee,
  ): Promise<Answer> {
    const conversation = this.received.message.conversation_id;
    // Without a conversation_id in the assignment there is no conversation to continue.
    const same = typeof conversation === "string" && conversation !== "" ? { conversation } : {};
    const isTrue =
      as === this.referee && Object.keys(overrides).length === 0 && this.trueResult === undefined;
    if (isTrue) {
      this.trueResult = outcome;
      this.trueResult_ms = as.now_ms;
    }
    const answer = await as.say("MATCH_RESULT_REPORT", this.fieldsOf(outcome), { ...same, ...overrides });
    this.reports.push(answer);
    if (isTrue) this.acknowledgement = answer;
    return answer;
  }

  private fieldsOf(outcome: Outcome): JsonObject {
    const { playerA, playerB } = this;
    const { number, choiceB } = NUMBERS[outcome];
    const result = reportedResult({ playerA, playerB, choiceA: "even", choiceB, number });
    return {
      league_id: this.leagueId,
      round_id: this.roundId,
      match_id: this.matchId,
      game_type: EVEN_ODD.type,
      result,
    };
  }
}

/** All referees to which this match was assigned. */
export function refereesOf(matchId: string, assignments: readonly Assignment[]): RegisteredPeer[] {
  return [...new Set(assignments.filter((one) => one.matchId === matchId).map(({ referee }) => referee))];
}

/** R<round>M<match>, the matches counted from 1. */
export function matchIdOf(roundId: unknown): RegExp {
  return new RegExp(`^R${String(roundId)}M[1-9]\\d*$`);
}

/** Whether the ids of all matches name one round, and the announcement names another one. */
export function announcesAnotherRound({ round_id, matches }: JsonObject): boolean {
  const named = (Array.isArray(matches) ? matches : []).map((match) =>
    roundIn(String(valueAt(match, "/match_id"))),
  );
  return named[0] !== undefined && named[0] !== round_id && named.every((round) => round === named[0]);
}

/** The round of a RUN_MATCH without round_id follows from its match_id. */
export function roundIn(matchId: string): number | undefined {
  const [, round] = /^R(\d+)M/.exec(matchId) ?? [];
  return round === undefined ? undefined : Number(round);
}

/** How a match with this outcome went, in which A chose even. */
const NUMBERS: Readonly<Record<Outcome, { number: number; choiceB: Parity }>> = {
  A: { number: 8, choiceB: "odd" },
  B: { number: 7, choiceB: "odd" },
  draw: { number: 8, choiceB: "even" },
};

/** The matches in RUN_MATCH, or those in an announcement that name this referee's endpoint. */
export function assignmentsIn(
  referee: RegisteredPeer,
  received: Received,
  announcements: readonly JsonObject[],
): Assignment[] {
  const { message } = received;
  if (received.type === "RUN_MATCH") {
    const rounds = announcements
      .filter(({ matches }) => listsMatch(matches, message.match_id))
      .map(({ round_id }) => round_id);
    return [new Assignment(referee, received, message, rounds)];
  }
  const { matches } = received.message;
  if (received.type !== "ROUND_ANNOUNCEMENT" || !Array.isArray(matches)) return [];
  return matches
    .filter((match): match is JsonObject => isObject(match) && match.referee_endpoint === referee.url)
    .map((match) => new Assignment(referee, received, match));
}

function listsMatch(matches: unknown, id: unknown): boolean {
  return Array.isArray(matches) && matches.some((match) => isObject(match) && match.match_id === id);
}

/** The matches of a round announcement. */
export function matchesIn(announcement: JsonObject | undefined): JsonObject[] {
  const matches = announcement?.matches;
  return Array.isArray(matches) ? matches.filter(isObject) : [];
}
