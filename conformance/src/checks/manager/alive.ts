import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { RegisteredPeer } from "../../peers/actors/registered-peer.js";
import type { LeagueObservation, Sent } from "../../peers/observation.js";
import { type Judging, rule } from "../../rule.js";
import type { Check } from "../../types.js";
import {
  disturbedBy,
  LATER_MS,
  MISSES,
  REFUSED_MATCH,
  ROUNDS,
  SILENT_PLAYER,
  WAITED_FOR,
} from "./helpers/disturbed-leagues.js";
import { failuresOf, survives } from "./helpers/failing-referees.js";
import { NO_ASSIGNMENT, NO_END, playersOf, roundsOf } from "./helpers/league-progress.js";
import { skipIfLeagueFails } from "./helpers/leagues.js";
import { continues, UNRESPONSIVE_PLAYERS } from "./helpers/unresponsive-players.js";

/** Without a wait for the player, much less time than a deadline passes. */
const NOT_WAITED_MS = deadlineOf("ROUND_ANNOUNCEMENT") / 2;

export const aliveChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/alive/unresponsive-player",
    title:
      "waits at most 10 s a message for a player that fails in any way, and brings the league to its end",
    decides: ["LM-LIVE-01"],
    over: UNRESPONSIVE_PLAYERS,
    shows: [...WAITED_FOR, "LEAGUE_COMPLETED"],
    judge: continues,
  }),
  rule({
    id: "manager/alive/unresponsive-referee",
    title: "brings the league to its end although a referee ends, never answers, or answers wrongly",
    decides: ["LM-LIVE-02"],
    over: failuresOf(
      "ends at once",
      "never answers RUN_MATCH",
      "refuses it",
      "answers with HTTP 500",
      "answers without JSON",
      "resets the connection",
      "acknowledges it with a malformed message",
    ),
    shows: ["RUN_MATCH", "LEAGUE_COMPLETED"],
    judge: survives,
  }),
  rule({
    id: "manager/alive/refused-match",
    title: "assigns the other matches to a referee that accepts one at a time and has refused one",
    decides: ["LM-LIVE-02"],
    over: REFUSED_MATCH,
    shows: ["RUN_MATCH", "LEAGUE_COMPLETED"],
    judge({ seen, refused, isOver }, fixture) {
      if (refused === undefined) fixture.notExercised("the league manager sent no RUN_MATCH", NO_ASSIGNMENT);
      const others = seen.matchIds.filter((matchId) => matchId !== refused);
      fixture.expect.that(isOver, {
        diagnosis: `the only referee (max_concurrent_matches 1) refused ${String(refused)}; after that it was given ${others.join(", ") || "no other match"}, and the league never came to its end`,
        expected: "the other matches, and LEAGUE_COMPLETED",
        received: others.join(", ") || "nothing",
        hint: "A referee that has refused a match is free again.",
      });
    },
  }),
  rule({
    id: "manager/alive/survives-shutdown",
    title: "is not stopped by SHUTDOWN_COMMAND, no matter which sender it comes from",
    decides: ["LM-LIVE-04"],
    over: disturbedBy("SHUTDOWN_COMMAND", skipIfLeagueFails),
    shows: ["SHUTDOWN", "LEAGUE_COMPLETED"],
    judge({ seen, pings }, { expect }) {
      for (const [who, alive] of pings) {
        expect.that(alive.outcome !== "failure", {
          diagnosis: `after a SHUTDOWN_COMMAND from ${who} the league manager stopped answering (${alive.describe()})`,
          expected: "a league manager that still runs",
          received: alive.describe(),
          shownBy: [alive],
        });
      }
      expect(seen.completed, "whether the league was played to its end after four SHUTDOWN_COMMANDs").is(
        true,
      );
    },
  }),
  rule({
    id: "manager/alive/suspends",
    title:
      "stops waiting for a player that has missed three messages in a row, but sends it every message, until it answers",
    decides: ["LM-LIVE-03"],
    over: SILENT_PLAYER,
    shows: [...WAITED_FOR, "RUN_MATCH", "LEAGUE_COMPLETED"],
    judge({ seen, silent, isOver }, fixture) {
      if (silent === undefined) return;
      assertNoWaiting(fixture, seen, silent);
      if (!isOver) fixture.notExercised("the league did not come to its end", NO_END);
      assertAllSent(fixture, seen, silent);
      assertCompletionSent(fixture, seen, silent);
      assertReturn(fixture, seen, silent);
    },
  }),
];

/** Every message that all others were sent, it was sent too, the end of the league included. */
function assertAllSent(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const others = playersOf(seen).filter((peer) => peer !== silent);
  for (const { id } of roundsOf(seen)) {
    for (const type of WAITED_FOR) {
      const was = (peer: RegisteredPeer) =>
        seen.sent(type, peer).some(({ message }) => message.round_id === id);
      if (!others.every(was)) continue;
      fixture
        .expect(was(silent), `whether the player that did not answer was sent ${type} of round ${String(id)}`)
        .is(true);
    }
  }
}

/** A player that has missed messages is still a player of the league. */
function assertCompletionSent(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const was = seen.sent("LEAGUE_COMPLETED", silent).length > 0;
  const what = "whether a player that had not answered for two rounds was sent LEAGUE_COMPLETED";
  fixture.expect(was, what).is(true);
}

function assertNoWaiting(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const lastRound = roundsOf(seen)[ROUNDS - 1];
  const missed = seen
    .sent(undefined, silent)
    .filter(
      ({ type, at_ms }) =>
        WAITED_FOR.includes(type ?? "") && at_ms < (lastRound?.at_ms ?? Number.POSITIVE_INFINITY),
    );
  for (const { at_ms, type, message } of missed.slice(MISSES, -1)) {
    const next = nextAfter(seen, at_ms, silent);
    if (next === undefined || next.type === type) continue;
    const what = `the wait for a player that had missed ${MISSES} messages in a row, after ${type} of round ${String(message.round_id)},`;
    fixture.expect.time(next.at_ms - at_ms, what).isAtMost(NOT_WAITED_MS);
  }
}

function assertReturn(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const [first] = seen.sent(undefined, silent);
  const waited = first === undefined ? undefined : nextAfter(seen, first.at_ms, silent);
  // A manager that never waits for a player does not wait for this one again either.
  if (first === undefined || waited === undefined || waited.at_ms - first.at_ms < NOT_WAITED_MS) return;
  const table = seen.sent("LEAGUE_STANDINGS_UPDATE", silent).at(-1);
  const next = table === undefined ? undefined : nextAfter(seen, table.at_ms, silent);
  if (table === undefined || next === undefined) return;
  fixture.expect
    .time(
      next.at_ms - table.at_ms,
      "the wait for a player that had answered again, and took 1.5 s for the standings,",
    )
    .isAtLeast(LATER_MS);
}

/** The first message of the next kind that another agent was sent. */
function nextAfter(seen: LeagueObservation, at_ms: number, silent: RegisteredPeer): Sent | undefined {
  const type = seen.sent().find((one) => one.to === silent && one.at_ms === at_ms)?.type;
  return seen
    .sent()
    .find(
      (one) =>
        one.to !== silent && one.at_ms > at_ms && one.type !== type && playersOf(seen).includes(one.to),
    );
}
