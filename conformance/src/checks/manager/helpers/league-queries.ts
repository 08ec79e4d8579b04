/** Queries to the manager while a league runs and when it ends, and assertions about the answers. */

import { deadlineOf } from "../../../contract.js";
import { isObject, type JsonObject, sameJson, show, valueAt } from "../../../json.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Assignment } from "../../../peers/assignment.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import type { Reaction, Received } from "../../../peers/exchange/received.js";
import type { LeagueObservation, Sent } from "../../../peers/observation.js";
import {
  isLastOfRound,
  type LeagueAgents,
  oneAtATime,
  type RefereeScript,
} from "../../../peers/referee-behaviour.js";
import type { Judging } from "../../../rules/rule.js";
import { times } from "../../../time/steps.js";
import { playersOf } from "./league-progress.js";
import {
  describeTally,
  dueTo,
  rowsIn,
  sentTally,
  skipIfReportsUnconfirmed,
  tablesIn,
  tallyIn,
} from "./standings.js";

/** The answers to the queries of one league. */
export interface QueryAnswers extends Awaited<ReturnType<typeof ask>> {
  /** The answers between LEAGUE_COMPLETED and its acknowledgement; undefined if the league did not end. */
  atTheEnd?: { standings: Answer; nextMatch: Answer };
  /** The answer some time later, when the manager had no more work. */
  afterTheEnd?: Answer;
}

/** How long the acknowledgement of the league's end waits for the answers. In milliseconds. */
const LAST_ACKNOWLEDGEMENT_AFTER_MS = 400;

/** The time for all queries, assuming that most answers come early. In milliseconds. */
export const QUERIES = times(4, deadlineOf("LEAGUE_QUERY"));

const TYPES = ["GET_STANDINGS", "GET_SCHEDULE", "GET_NEXT_MATCH", "GET_PLAYER_STATS"];

/** Sends the queries once before a match of the league is reported, and once at the league's end. */
export class LeagueQueries {
  private running: Promise<QueryAnswers> | undefined;
  private ending: Promise<QueryAnswers["atTheEnd"]> | undefined;
  private asking: RegisteredPeer | undefined;

  /**
   * Sends the queries before the last match of the second round, or of the only one; then runs the script. At that time
   * the last sent table is out of date.
   */
  before(script: RefereeScript): RefereeScript {
    return oneAtATime()(async (assignment, tools) => {
      const { league } = tools;
      const isLater = league.assignments[0]?.roundId !== assignment.roundId;
      const isDue = isLastOfRound(assignment, league) && (isLater || isOnlyRound(league));
      const pair = pairOf(assignment, league);
      if (this.running === undefined && isDue && pair !== undefined) {
        this.running = ask(assignment, league, pair);
        this.asking = (await this.running).asking;
      }
      await script(assignment, tools);
    });
  }

  /** The reaction of the players: the asking one acknowledges LEAGUE_COMPLETED after a delay, and sends its queries meanwhile. */
  readonly react = (received: Received, peer: RegisteredPeer): Reaction | undefined => {
    if (received.type !== "LEAGUE_COMPLETED" || this.ending !== undefined || peer !== this.asking)
      return undefined;
    const next = peer.query("GET_NEXT_MATCH");
    this.ending = peer
      .query("GET_STANDINGS")
      .then(async (standings) => ({ standings, nextMatch: await next }));
    return { ...peer.acknowledge(received), afterMs: LAST_ACKNOWLEDGEMENT_AFTER_MS } as Reaction;
  };

  async answers(pause: (ms: number) => Promise<void>): Promise<QueryAnswers | undefined> {
    const [running, atTheEnd] = await Promise.all([this.running, this.ending]);
    if (running === undefined || atTheEnd === undefined) return running;
    await pause(2 * LAST_ACKNOWLEDGEMENT_AFTER_MS);
    return { ...running, atTheEnd, afterTheEnd: await running.asking.query("GET_STANDINGS") };
  }
}

/** A player without a match in a round, and the answer to its GET_NEXT_MATCH when that round is announced. */
export interface IdleAnswer {
  peer: RegisteredPeer;
  roundId: unknown;
  answer: Answer;
}

/** Sends GET_NEXT_MATCH in the name of each player without a match in an announced round. */
export class IdleQueries {
  private readonly asked: Promise<IdleAnswer>[] = [];

  readonly react = ({ type, message }: Received, peer: RegisteredPeer): undefined => {
    const { round_id: roundId, matches } = message;
    if (type !== "ROUND_ANNOUNCEMENT" || JSON.stringify(matches).includes(`"${peer.id}"`)) return;
    this.asked.push(peer.query("GET_NEXT_MATCH").then((answer) => ({ peer, roundId, answer })));
  };

  answers(): Promise<readonly IdleAnswer[]> {
    return Promise.all(this.asked);
  }
}

interface Pair {
  asking: RegisteredPeer;
  other: RegisteredPeer;
}

/** The players of the match; undefined if the manager names others than it has registered. */
function pairOf({ playerA, playerB }: Assignment, { players }: LeagueAgents): Pair | undefined {
  const asking = players.find(({ id }) => id === playerA);
  const other = players.find(({ id }) => id === playerB);
  return asking === undefined || other === undefined ? undefined : { asking, other };
}

/** The queries of a player of the match before its report, and others in its name. */
async function ask(match: Assignment, { assignments, peerContext }: LeagueAgents, { asking, other }: Pair) {
  const counted = assignments.filter(({ trueResult }) => trueResult !== undefined);
  const query = async (
    type: string,
    how: string,
    token: string | undefined,
    overrides: MessageOverrides,
  ) => ({
    how: `${type} ${how}`,
    token,
    answer: await asking.query(type, {}, overrides),
  });
  const withToken = (type: string, how: string, token: string | undefined) =>
    query(type, how, token, { set: { "/auth_token": token } });
  const wrongTokens = {
    "with an invented token": Buffer.from(peerContext.random.bytes(16)).toString("hex"),
    "with the token of another player": other.token,
    "with the token of a referee": match.referee.token,
  };
  // Concurrent, because a manager may take long to answer.
  const unentitled = Promise.all([
    ...TYPES.flatMap((type) =>
      Object.entries(wrongTokens).map(([how, token]) => withToken(type, how, token)),
    ),
    query("GET_STANDINGS", "from the unknown player P99", asking.token, { set: { "/sender": "player:P99" } }),
  ]);
  const tokenless = Promise.all([
    query("GET_STANDINGS", "without a token", undefined, { remove: ["/auth_token"] }),
    withToken("GET_STANDINGS", "with an empty token", ""),
  ]);
  return {
    match,
    asking,
    /** The other player of the match. */
    other,
    /** The matches that had been reported by then. */
    counted,
    unentitled: await unentitled,
    tokenless: await tokenless,
    standings: await asking.query("GET_STANDINGS"),
    schedule: await asking.query("GET_SCHEDULE"),
    nextMatch: await asking.query("GET_NEXT_MATCH"),
    stats: await asking.query("GET_PLAYER_STATS"),
    statsOfOther: await asking.query("GET_PLAYER_STATS", { query_params: { player_id: other.id } }),
    nextMatchOfOther: await other.query("GET_NEXT_MATCH"),
    byReferee: await match.referee.query("GET_STANDINGS"),
  };
}

/** The data of the answer: in `data`, or in the members of the message itself. */
export function dataOf(answer: Answer, member: string): unknown {
  const { result } = answer;
  return valueAt(result, `/data/${member}`) ?? result[member];
}

/** Whether the manager refused the query: with an error of any form, or with success false. */
export function isRefused(answer: Answer): boolean {
  return answer.outcome === "refusal" || (answer.outcome === "message" && answer.result.success === false);
}

function isAnswered(answer: Answer): boolean {
  return answer.outcome === "message" && !isRefused(answer);
}

/** Skips the check if this permitted query was not answered, which others judge. */
export function skipIfNotAnswered(
  fixture: Judging,
  answer: Answer,
  { query = "a permitted query", judgedBy = "LM-QRY-01" } = {},
): void {
  if (!isAnswered(answer)) fixture.notExercised(`${query} ${answer.describeAsEnd()}`, [judgedBy]);
}

/** The E-code or the JSON-RPC code of that refusal. */
export function codesOf(answer: Answer): unknown[] {
  if (answer.outcome === "refusal") return [answer.refusal.code, answer.refusal.league];
  const { error } = answer.result as JsonObject;
  return isObject(error) ? [error.error_code, error.code] : [];
}

function isOnlyRound({ players }: LeagueAgents): boolean {
  return players.filter(({ accepted }) => accepted).length === 2;
}

/** The text of the refusal. */
export function wordsOf(answer: Answer): string {
  return answer.outcome === "message" ? show(answer.result.error ?? answer.result) : answer.describe();
}

// Assertions about the answers to queries.

/** Asserts that a permitted query was answered. */
export function assertAnswered(fixture: Judging, answer: Answer, query: string): void {
  const text = isAnswered(answer) ? "" : wordsOf(answer);
  fixture.expect.that(isAnswered(answer), {
    diagnosis: `${query} ${answer.outcome === "failure" ? answer.describeAsEnd() : `was answered with ${text}`}; expected LEAGUE_QUERY_RESPONSE`,
    expected: "LEAGUE_QUERY_RESPONSE",
    received: text,
  });
}

/** Asserts that the standings in the answer follow from these matches, which were reported before the query. */
export function assertStandingsAnswer(
  fixture: Judging,
  answer: Answer,
  { seen, matches, when }: { seen: LeagueObservation; matches: readonly Assignment[]; when: string },
): void {
  assertAnswered(fixture, answer, `GET_STANDINGS, asked ${when},`);
  skipIfReportsUnconfirmed(fixture, matches);
  const rows = rowsIn(dataOf(answer, "standings"));
  fixture.expect(rows, `the standings in the answer to GET_STANDINGS ${when}`).isPresent();
  const counts = lastTableIsRight(seen, matches, answer.raw.timing.sent_ms);
  for (const { id = "" } of playersOf(seen)) {
    const tally = tallyIn(rows?.find(({ player_id }) => player_id === id));
    const due = describeTally(dueTo(id, matches));
    const tallyText = tally === undefined ? "no row" : describeTally(tally);
    // The checks of the standings judge whether the manager counts correctly.
    fixture.expect.that(tallyText === due || !counts, {
      diagnosis: `GET_STANDINGS, asked ${when}, gives ${id} ${tallyText}; by the reports it has ${due}`,
      expected: due,
      received: tallyText,
    });
  }
}

/** Whether the last table before that time follows from the reports until then; true without a table. */
function lastTableIsRight(seen: LeagueObservation, all: readonly Assignment[], before_ms: number): boolean {
  const table = lastTable(seen, before_ms);
  if (table === undefined) return true;
  const matches = all.filter(({ trueResult_ms = 0 }) => trueResult_ms <= table.at_ms);
  return playersOf(seen).every(({ id = "" }) => sameJson(sentTally(table, id), dueTo(id, matches)));
}

/** The last table that was sent before that time. */
export function lastTable(seen: LeagueObservation, before_ms: number): Sent | undefined {
  return tablesIn(seen).findLast(({ at_ms }) => at_ms <= before_ms);
}
