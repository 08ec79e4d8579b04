/** Leagues whose referees fail in their matches. */

import { deadlineOf, directMatchDeadline } from "../../../contract.js";
import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import { MalformedReplies } from "../../../negatives/negatives.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Reaction, Received } from "../../../peers/exchange/received.js";
import type { ManagedLeague, RefereeOptions } from "../../../peers/managed-league.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import { reports } from "../../../peers/referee-behaviour.js";
import type { Judging, Leagues } from "../../../rules/rule.js";
import type { Random } from "../../../sdk.js";
import { exhaustedAfter, longestMatch } from "../../../time/protocol-deadlines.js";
import { times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import type { ScriptedAnswer } from "../../../wire/types.js";
import { BEGINNING_MS, NO_ASSIGNMENT } from "./league-progress.js";
import { oneLeague, sharedLeagues, skipIfLeagueFails } from "./leagues.js";

const http = (answer: ScriptedAnswer): Reaction => ({ http: answer });

export const HTTP_500: ScriptedAnswer = {
  kind: "reply",
  status: 500,
  headers: [["content-type", "text/html"]],
  body: "<h1>500</h1>",
};

const REFUSAL: Reaction = { error: { code: -32_603, message: "Internal error" } };

/** How the referee answers RUN_MATCH. */
const FAILURES = {
  "never answers RUN_MATCH": http({ kind: "never" }),
  "ends at once": "ends",
  "refuses it": REFUSAL,
  "answers with HTTP 500": http(HTTP_500),
  "answers without JSON": http({ kind: "reply", status: 200, body: "match started!" }),
  "resets the connection": http({ kind: "reset" }),
  "refuses it, as every other referee does": "refused by all",
  "acknowledges it with a malformed message": "malformed",
  "never reports": "acknowledges",
} satisfies Record<string, Reaction | "ends" | "refused by all" | "malformed" | "acknowledges">;

export type FailureName = keyof typeof FAILURES;

interface FailedMatch {
  name: FailureName;
  matchId: string;
  roundId: unknown;
  players: readonly string[];
  /** The referee that failed: the first one with the match. */
  failed: RegisteredPeer;
}

/** Each of these failures happens in one match of the first round. A referee fails in one match at most. */
class RefereeFailures {
  readonly matches: FailedMatch[] = [];
  /** The faults in the malformed acknowledgements, as text. */
  readonly malformed: string[] = [];
  readonly acknowledgements: MalformedReplies;
  private readonly left: FailureName[];
  private firstRound: unknown;

  constructor(names: readonly FailureName[], random: Random) {
    this.left = [...names];
    this.acknowledgements = new MalformedReplies("RUN_MATCH_ACK", random);
  }

  /** A referee that may fail in one match, and plays all other matches correctly. */
  readonly options: RefereeOptions = {
    react: ({ type, message }, peer) => {
      if (type !== "RUN_MATCH") return undefined;
      const { match_id, round_id, player_A_id, player_B_id } = message;
      const players = [String(player_A_id), String(player_B_id)];
      const match = this.failureAt({ matchId: String(match_id), roundId: round_id, players }, peer);
      return match === undefined ? undefined : this.reactionOf(match, peer);
    },
    script: async (assignment, tools) => {
      const { matchId, roundId, playerA, playerB, referee } = assignment;
      const match = this.failureAt({ matchId, roundId, players: [playerA, playerB] }, referee);
      const failure = match === undefined ? undefined : FAILURES[match.name];
      // No clause defines whether a malformed acknowledgement counts: the referee plays, and the manager may accept the report.
      const fails = failure !== "malformed" && (failure === "refused by all" || match?.failed === referee);
      if (!fails) await reports()(assignment, tools);
    },
  };

  private reactionOf({ name, matchId, failed }: FailedMatch, peer: RegisteredPeer): Reaction | undefined {
    const failure = FAILURES[name];
    if (failure === "refused by all") return REFUSAL;
    if (failed !== peer || failure === "acknowledges") return undefined;
    if (failure === "malformed") {
      const fields = { match_id: matchId, status: "acknowledged" };
      return this.acknowledgements.next({ say: "RUN_MATCH_ACK", fields }, this.malformed);
    }
    if (failure !== "ends") return failure;
    void peer.disconnect();
    return http({ kind: "reset" });
  }

  /** The failure in this match; the next remaining one, if this referee should fail in it. */
  private failureAt(
    match: Omit<FailedMatch, "name" | "failed">,
    peer: RegisteredPeer,
  ): FailedMatch | undefined {
    const known = this.matches.find(({ matchId }) => matchId === match.matchId);
    if (known !== undefined) return known;
    this.firstRound ??= match.roundId;
    const hasFailed = this.matches.some(({ failed }) => failed === peer);
    const name = match.roundId === this.firstRound && !hasFailed ? this.left.shift() : undefined;
    if (name === undefined) return undefined;
    const failed = { ...match, name, failed: peer };
    this.matches.push(failed);
    return failed;
  }
}

// Leagues in which referees fail in their matches.

export interface FailedLeague {
  match: FailedMatch;
  /** The messages to the failed referee about the failure. */
  orders: readonly Received[];
  seen: LeagueObservation;
  /** How the manager's process ended, if it did before the league. */
  exit: string | undefined;
  /** The faults in the malformed acknowledgements, as text. */
  malformed: readonly string[];
}

/**
 * The time limit of a manager for a referee that does not answer: all attempts to send RUN_MATCH, or one minute per
 * match in RS. Then another referee runs the match, or it is cancelled, and every agent is notified.
 */
const TIMEOUT_MS =
  deadlineOf("ROUND_ANNOUNCEMENT") + Math.max(exhaustedAfter("RUN_MATCH"), directMatchDeadline());

const ONE_LEAGUE: TimedStep = [BEGINNING_MS, TIMEOUT_MS];

/** The time of the league with this failure and others, and of the one with it alone. */
const FAILED_LEAGUES = times(2, ONE_LEAGUE);

/** A league whose referee has acknowledged the match and does not report it. */
const UNREPORTED_LEAGUE: TimedStep = [ONE_LEAGUE, longestMatch()];

/**
 * The failures that fit into a run on real clocks, in two leagues: a single one would have twice as many messages.
 * Where only one league is played at a time, failures with half a minute of retries share a league.
 */
const TOGETHER: readonly (readonly FailureName[])[] = [
  ["never answers RUN_MATCH", "ends at once", "resets the connection", "refuses it"],
  [
    "answers with HTTP 500",
    "answers without JSON",
    "refuses it, as every other referee does",
    "acknowledges it with a malformed message",
  ],
];

/** The number of referees for matches whose first referee has failed. */
const OTHERS = 2;

/** A refused match is assigned this often. */
export const TRIES = 3;

/** The effect of each of these failures. */
export function failuresOf(...names: readonly FailureName[]): Leagues<ManagerFixture, FailedLeague> {
  return sharedLeagues({
    steps: [FAILED_LEAGUES],
    names,
    play(fixture, name, alone) {
      const together = alone ? undefined : TOGETHER.find((several) => several.includes(name));
      return failureIn(fixture, name, together ?? [name]);
    },
  });
}

/** A referee that takes a match and never reports it. */
export const UNREPORTED = oneLeague([UNREPORTED_LEAGUE], async (fixture) => {
  if (fixture.real)
    fixture.notExercised(
      `the longest match takes ${Math.round(longestMatch() / 1_000)} s, which is waited for on simulated time only`,
    );
  return failureIn(fixture, "never reports", ["never reports"]);
});

/** A league with a match for each of these failures in its first round, and with enough other referees to play it. */
async function failureIn(
  fixture: ManagerFixture,
  name: FailureName,
  names: readonly FailureName[],
): Promise<Done<FailedLeague>> {
  const label = `a league with a referee that ${names.join(", one that ")}`;
  const referees = Math.max(names.length + OTHERS, TRIES);
  const failing = new RefereeFailures(names, fixture.random);
  const refereeOptions = Array.from({ length: referees }, () => failing.options);
  const numbers = { players: 2 * names.length, referees };
  const playing = fixture.playedOnce(label, { ...numbers, refereeOptions }, async ({ league, exit }) => {
    reconnectWhenTheRoundIsOver(league);
    const withinMs = TIMEOUT_MS + (names.includes("never reports") ? longestMatch() : 0);
    const enough = () => league.completed || exit() !== undefined;
    const seen = await league.play({ enough, quietMs: withinMs, withinMs });
    return { failures: failing, seen, exit: seen.completed ? undefined : exit() };
  });
  const [{ value, ...done }] = await Promise.all([playing, skipIfLeagueFails(fixture)]);
  // Another check may have played it, with the failures of its own.
  const { failures, seen, exit } = value;
  const match = failures.matches.find((one) => one.name === name);
  if (match === undefined)
    return fixture.notExercised("the league manager gave no match to a referee", NO_ASSIGNMENT);
  if (FAILURES[name] === "malformed") fixture.note(failures.acknowledgements.note("league manager"));
  const isAbout = ({ message }: Received) => message.match_id === match.matchId;
  const orders = match.failed.receivedOf("RUN_MATCH").filter(isAbout);
  return { ...done, value: { match, orders, seen, exit, malformed: failures.malformed } };
}

/** A referee that has died is started again when its match has been given to another one. */
function reconnectWhenTheRoundIsOver({ peerContext, players, referees }: ManagedLeague): void {
  peerContext.arrivals.add(() => {
    if (announcedTo(players).size < 2) return;
    for (const peer of referees) if (peer.isDisconnected) void peer.reconnect();
  });
}

/** The rounds that were announced to any of these players. */
export function announcedTo(players: readonly RegisteredPeer[]): Set<unknown> {
  const announced = players.flatMap((peer) => peer.receivedOf("ROUND_ANNOUNCEMENT"));
  return new Set(announced.map(({ message }) => message.round_id));
}

/** The number of referees that were ordered to play this match. */
export function refereesAsked({ matchId }: FailedMatch, { referees }: LeagueObservation): number {
  return referees.filter((peer) =>
    peer.receivedOf("RUN_MATCH").some(({ message }) => message.match_id === matchId),
  ).length;
}

/** Asserts that the league came to its end. */
export function survives(
  { match: { name }, seen, exit, malformed }: FailedLeague,
  { expect, real, notExercised }: Judging,
): void {
  const faults = FAILURES[name] === "malformed" ? ` (${malformed.join(", then ")})` : "";
  const what = `the referee that was given the match ${name}${faults}`;
  expect(exit, `how the process of the league manager ended, which met ${what},`).isAbsent();
  const byAnnouncement = seen.assignments.some(({ by }) => by === "ROUND_ANNOUNCEMENT");
  // Without RUN_MATCH a manager detects no failure before the longest match is over, which is too long for a run.
  if (!seen.completed && byAnnouncement && name !== "never reports" && real)
    notExercised(
      `the league manager starts matches by its announcements and waits for their results; the longest match takes ${longestMatch() / 1_000} s`,
    );
  expect.that(seen.completed, {
    diagnosis: `${what}, and the league never came to its end: there was no LEAGUE_COMPLETED within ${TIMEOUT_MS / 1_000} s`,
    expected: "the match given to another referee, or given up, and LEAGUE_COMPLETED",
    received: seen.assignments.map(({ matchId, referee }) => `${matchId} for ${referee.id}`).join(", "),
  });
}
