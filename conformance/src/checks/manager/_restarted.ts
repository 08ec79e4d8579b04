/** A league of four whose manager is killed in the second round, right after it has acknowledged a result, and started again. */
import type { Done, ManagerBench } from "../../bench/manager-bench.js";
import type { Answer } from "../../peers/answer.js";
import type { Assignment } from "../../peers/assignment.js";
import type { Recorder } from "../../peers/env.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import { oneAtATime, type RefereeScript } from "../../peers/referee-behaviour.js";
import type { Seat } from "../../peers/seat.js";
import { clauseDeadline, deadlineOf } from "../../time/mandates.js";
import { A_LEAGUE_MS } from "./_times.js";

export interface RestartedLeague {
  seen: LeagueObservation;
  /** When it was killed. */
  killed_ms: number;
  /** The matches whose results it had acknowledged by then. */
  counted: readonly Assignment[];
  /** A player that asked for the standings, with the token of before, right after the restart. */
  asking: Seat;
  standings: Answer;
  /** A stranger that registered under the name of that player. */
  stranger: Answer | undefined;
}

const PURPOSE = "a league whose manager is killed and started again";
/** A manager that was away looks first whom it can reach. */
const QUIET_MS = 3 * deadlineOf("ROUND_ANNOUNCEMENT");
export const RESTARTED_MS = A_LEAGUE_MS + QUIET_MS + clauseDeadline("LM-RES-01");

/** Plays it once for all the checks that look at it. */
export function restartedLeague(bench: ManagerBench): Promise<Done<RestartedLeague>> {
  return bench.once(PURPOSE, (recorder) => play(bench, recorder));
}

async function play(bench: ManagerBench, recorder: Recorder): Promise<RestartedLeague> {
  if (!bench.canRestart)
    return bench.notExercised("this needs a manager that can be killed and started again; use --command");
  let kill: ((league: LeagueObservation) => Promise<void>) | undefined;
  const script: RefereeScript = oneAtATime()(async (assignment, { league }) => {
    await assignment.reportOutcome("A");
    const isSecondRound = league.assignments[0]?.roundId !== assignment.roundId;
    const now = isSecondRound ? kill : undefined;
    if (now === undefined) return;
    kill = undefined;
    await now(league.observe());
  });
  const seats = { refereeSeats: [{ script }, { script }] };
  const open = await bench.open({ players: 4, referees: 2, ...seats, purpose: PURPOSE }, recorder);
  const { league, restart, stop } = open;
  let found: Omit<RestartedLeague, "seen"> | undefined;
  kill = async ({ assignments }) => {
    const counted = assignments.filter(({ acknowledgement }) => acknowledgement?.outcome === "message");
    const [asking] = league.players;
    if (asking === undefined) return;
    const killed_ms = asking.now_ms;
    await restart();
    const standings = await asking.query("GET_STANDINGS");
    const stranger = await league.seatPlayer({ displayName: asking.displayName, register: false });
    found = { killed_ms, counted, asking, standings, stranger: await stranger.register() };
  };
  try {
    const enough = () => league.players.slice(0, 4).every((seat) => seat.told("LEAGUE_COMPLETED").length > 0);
    const seen = await league.play({ enough, quietMs: QUIET_MS, withinMs: RESTARTED_MS });
    if (found === undefined)
      return bench.notExercised("the league did not come to the first result of its second round");
    return { ...found, seen };
  } finally {
    await stop();
  }
}
