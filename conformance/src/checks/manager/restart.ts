/** A league of four whose manager is killed in the second round, right after it has acknowledged a result, and started again. */

import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import type { Done } from "../../fixtures/observations.js";
import type { RegisteredPeer } from "../../peers/actors/registered-peer.js";
import type { Assignment } from "../../peers/assignment.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { LeagueObservation } from "../../peers/observation.js";
import { type LeagueAgents, oneAtATime, type RefereeScript } from "../../peers/referee-behaviour.js";
import { type Judging, rule } from "../../rules/rule.js";
import { clauseDeadline, deadlineOf } from "../../time/protocol-deadlines.js";
import { limitOf } from "../../time/steps.js";
import type { Check, TimedStep } from "../../types.js";
import { CheckFailure } from "../../verdict.js";
import { A_LEAGUE, NO_END, playersOf } from "./helpers/league-progress.js";
import {
  assertAnswered,
  assertStandingsAnswer,
  dataOf,
  skipIfNotAnswered,
} from "./helpers/league-queries.js";
import { oneLeague } from "./helpers/leagues.js";
import { countedIn, describeTally, dueTo, NOTHING, rowsIn, tallyIn } from "./helpers/standings.js";

interface RestartedLeague {
  seen: LeagueObservation;
  /** The time at which it was killed. */
  killed_ms: number;
  /** The matches whose results it had acknowledged by then. */
  counted: readonly Assignment[];
  /** A player that asked for the standings, with the same token as before, right after the restart. */
  asking: RegisteredPeer;
  standings: Answer;
  /** The answer to another player that registers under the same name. */
  sameName: Answer | undefined;
}

const AFTERWARDS = "after the restart GET_STANDINGS";

const PURPOSE = "a league whose manager is killed and started again";

/** A restarted manager first finds out which agents it can reach. */
const QUIET_MS = 3 * deadlineOf("ROUND_ANNOUNCEMENT");

/** AUTH_TOKEN_INVALID and REFEREE_NOT_REGISTERED. */
const STRANGER_CODES = ["E012", "E013"];

const RESTARTED_LEAGUE: TimedStep = [A_LEAGUE, QUIET_MS, clauseDeadline("LM-RES-01")];

const RESTARTED = oneLeague([RESTARTED_LEAGUE], restarted);

async function restarted(fixture: ManagerFixture): Promise<Done<RestartedLeague>> {
  if (!fixture.canRestart)
    return fixture.notExercised("this needs a manager that can be killed and started again; use --command");
  let kill: ((league: LeagueAgents) => Promise<void>) | undefined;
  const script: RefereeScript = oneAtATime()(async (assignment, { league }) => {
    // The first match is a draw, so that more than wins and losses can be lost.
    await assignment.report(league.assignments[0] === assignment ? "draw" : "A");
    const isSecondRound = league.assignments[0]?.roundId !== assignment.roundId;
    const now = isSecondRound ? kill : undefined;
    if (now === undefined) return;
    kill = undefined;
    await now(league);
  });
  const options = { players: 4, referees: 2, refereeOptions: [{ script }, { script }] };
  return fixture.playedOnce(PURPOSE, options, async ({ league, restart }) => {
    let found: Omit<RestartedLeague, "seen"> | undefined;
    kill = async ({ assignments }) => {
      const counted = assignments.filter(({ acknowledgement }) => acknowledgement?.outcome === "message");
      const [asking] = league.players;
      if (asking === undefined) return;
      const killed_ms = asking.now_ms;
      await restart();
      const standings = await asking.query("GET_STANDINGS");
      const sameName = await league.addPlayer({ displayName: asking.displayName, register: false });
      found = { killed_ms, counted, asking, standings, sameName: await sameName.register() };
    };
    const enough = () =>
      league.players.slice(0, 4).every((peer) => peer.receivedOf("LEAGUE_COMPLETED").length > 0);
    const seen = await league.play({ enough, quietMs: QUIET_MS, withinMs: limitOf(RESTARTED_LEAGUE) });
    if (found === undefined)
      return fixture.notExercised("the league did not come to the first result of its second round", NO_END);
    return { ...found, seen };
  });
}

/** A match whose report was refused for its sender or its token, which the manager knew before it was killed. */
function reportOfStranger({ seen }: RestartedLeague): Assignment | undefined {
  return seen.assignments.find(
    ({ acknowledgement }) =>
      acknowledgement?.outcome === "refusal" &&
      STRANGER_CODES.includes(String(acknowledgement.refusal.league)),
  );
}

/** A manager that has lost its agents or its results cannot go on with its league, which is for the checks of these. */
function skipIfStateLost(fixture: Judging, restarted: RestartedLeague): void {
  const { seen, standings, counted } = restarted;
  if (reportOfStranger(restarted) !== undefined)
    fixture.notExercised("after the restart a report was refused for its sender", ["LM-KEEP-01"]);
  skipIfNotAnswered(fixture, standings, { query: AFTERWARDS, judgedBy: "LM-KEEP-01" });
  try {
    assertStandingsAnswer(fixture, standings, { seen, matches: counted, when: "right after the restart" });
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    fixture.notExercised("right after the restart the standings are wrong", ["LM-KEEP-02"]);
  }
}

export const restartChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/restart/goes-on",
    title: "continues its league when it is killed and started again, and brings it to its end",
    decides: ["LM-KEEP-03"],
    unusual: "restart",
    over: RESTARTED,
    shows: ["ROUND_ANNOUNCEMENT", "RUN_MATCH", "LEAGUE_COMPLETED"],
    judge(restarted, fixture) {
      const { seen, killed_ms, counted } = restarted;
      const settled = counted.map(({ matchId }) => matchId);
      const again = seen.assignments.find(
        ({ matchId, received }) => settled.includes(matchId) && received.at_ms > killed_ms,
      );
      const [first] = counted;
      const repeated = seen.announcements.find(
        ({ at_ms, message }) => at_ms > killed_ms && message.round_id === first?.roundId,
      );
      const ends = seen.leagueCompleted.length;
      if (again !== undefined || repeated !== undefined || ends === 0) skipIfStateLost(fixture, restarted);
      const matched =
        "the match that the restarted manager assigned again, whose result it had acknowledged,";
      fixture.expect(again?.matchId, matched, again?.received).isAbsent();
      const announced = "the completed round that the manager, restarted in the second one, announced again";
      fixture.expect(repeated?.message.round_id, announced, repeated).isAbsent();
      const what =
        "how many players were sent LEAGUE_COMPLETED by the manager that was killed and started again";
      fixture.expect(ends, what).isInteger({ min: 1 });
    },
  }),
  rule({
    id: "manager/restart/keeps-results",
    title: "counts each result that it has acknowledged once when it is killed and started again",
    decides: ["LM-KEEP-02"],
    unusual: "restart",
    over: RESTARTED,
    shows: ["LEAGUE_QUERY", "MATCH_RESULT_REPORT"],
    judge({ seen, standings, counted }, fixture) {
      skipIfNotAnswered(fixture, standings, { query: AFTERWARDS });
      assertStandingsAnswer(fixture, standings, { seen, matches: counted, when: "right after the restart" });
      judgeFinalStandings(fixture, seen);
    },
  }),
  rule({
    id: "manager/restart/knows-its-agents",
    title:
      "accepts the ids and tokens of its agents, and no second agent of a name, after it is killed and started again",
    decides: ["LM-KEEP-01"],
    unusual: "restart",
    over: RESTARTED,
    shows: ["LEAGUE_QUERY", "LEAGUE_REGISTER"],
    judge(restarted, fixture) {
      const { asking, standings, sameName } = restarted;
      const query = `GET_STANDINGS from ${asking.id}, with the assigned token, sent to the restarted manager,`;
      assertAnswered(fixture, standings, query);
      const { referee, acknowledgement } = reportOfStranger(restarted) ?? {};
      fixture.expect.answer(acknowledgement, acknowledgement === undefined, "MATCH_RESULT_ACK", {
        what: `the report of ${referee?.id}, with the assigned token, to the restarted manager`,
      });
      const isRefused = sameName?.outcome !== "message" || sameName.result.status === "REJECTED";
      fixture.expect.answer(sameName, isRefused, "REJECTED", {
        what: `a new player under the name "${asking.displayName}", which is taken, at the restarted manager`,
      });
    },
  }),
  rule({
    id: "manager/restart/knows-names",
    title: "gives its players in the standings the same names as before when it is killed and started again",
    decides: ["LM-TAB-04"],
    unusual: "restart",
    over: RESTARTED,
    shows: ["LEAGUE_QUERY"],
    judge({ seen, standings }, fixture) {
      skipIfNotAnswered(fixture, standings, { query: AFTERWARDS, judgedBy: "LM-KEEP-01" });
      const rows = rowsIn(dataOf(standings, "standings")) ?? [];
      for (const { id, displayName } of playersOf(seen)) {
        const row = rows.find(({ player_id }) => player_id === id);
        // Other checks judge a manager that never sends names, or that has lost a player.
        if (row?.display_name === undefined) continue;
        const what = `display_name of ${id} in the standings of a league manager that was killed and started again`;
        fixture.expect(row.display_name, what).is(displayName);
      }
    },
  }),
];

/** Judges the final standings that the manager sends; goes-on judges whether the league comes to its end. */
function judgeFinalStandings(fixture: Judging, seen: LeagueObservation): void {
  const counted = countedIn(seen);
  const rows = rowsIn(seen.leagueCompleted[0]?.message.final_standings);
  if (rows === undefined || counted.some(({ acknowledgement }) => acknowledgement?.outcome !== "message"))
    return;
  for (const row of rows) {
    const id = String(row.player_id);
    const what = `what ${id} has in the final standings of a league manager that was killed`;
    const tally = describeTally(tallyIn(row) ?? NOTHING);
    fixture.expect(tally, what).is(describeTally(dueTo(id, counted)));
  }
}
