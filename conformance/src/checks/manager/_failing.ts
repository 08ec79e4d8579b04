/** Leagues of two in which the referee that is given the only match fails, in one way or another. */
import type { Done, ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf, directMatchDeadline } from "../../contract.js";
import type { Recorder } from "../../peers/env.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import type { RefereeSeatOptions } from "../../peers/league-options.js";
import type { Reaction, Received } from "../../peers/post.js";
import { reports } from "../../peers/referee-behaviour.js";
import type { Seat } from "../../peers/seat.js";
import { exhaustedAfter, longestMatch } from "../../time/mandates.js";
import type { ScriptedAnswer } from "../../wire/types.js";
import { mustEndWell } from "./_leagues.js";
import { BEGINNING_MS } from "./_times.js";

/** How the referee answers RUN_MATCH; undefined: it acknowledges, and never reports. */
type Failure = Reaction | "dies" | undefined;

const http = (answer: ScriptedAnswer): Reaction => ({ http: answer });

export const FAILURES = {
  "never answers RUN_MATCH": http({ kind: "never" }),
  "dies at once": "dies",
  "refuses it": { error: { code: -32_603, message: "Internal error" } },
  "answers with HTTP 500": http({
    kind: "reply",
    status: 500,
    headers: [["content-type", "text/html"]],
    body: "<h1>500</h1>",
  }),
  "answers without JSON": http({ kind: "reply", status: 200, body: "match started!" }),
  "resets the connection": http({ kind: "reset" }),
  "never reports": undefined,
} satisfies Record<string, Failure>;

export type FailureName = keyof typeof FAILURES;

export interface FailedLeague {
  /** The referee that failed: the first that was given the match. */
  failed: Seat | undefined;
  /** What it was sent. */
  orders: readonly Received[];
  seen: LeagueObservation;
  /** How the manager's process ended, if it did. */
  exit: string | undefined;
}

/**
 * What a manager may wait for a referee that does not answer: all its attempts to send RUN_MATCH, or the whole minute
 * that RS gives a match. Then the match is played by another one, or given up, and everybody is told.
 */
const PATIENCE_MS =
  deadlineOf("ROUND_ANNOUNCEMENT") + Math.max(exhaustedAfter("RUN_MATCH"), directMatchDeadline());
export const FAILED_MS = BEGINNING_MS + PATIENCE_MS;
/** The same for a referee that has taken the match and does not report it. */
export const UNREPORTED_MS = FAILED_MS + longestMatch();

/** A league of two players and two referees, the first of which to be given the match fails like this. */
export async function failingLeague(bench: ManagerBench, name: FailureName): Promise<Done<FailedLeague>> {
  if (!bench.canStart) return bench.notExercised("this needs a league of its own; use --command");
  const playing = bench.once(`a league whose referee ${name}`, (recorder) => play(bench, name, recorder));
  const [league] = await Promise.all([playing, mustEndWell(bench)]);
  return league;
}

async function play(bench: ManagerBench, name: FailureName, recorder: Recorder): Promise<FailedLeague> {
  const victim: Victim = { failed: undefined };
  const seat = failing(FAILURES[name], victim);
  const options = { players: 2, referees: 2, refereeSeats: [seat, seat] };
  const { league, manager, stop } = await bench.open(options, recorder);
  try {
    const patience = PATIENCE_MS + (name === "never reports" ? longestMatch() : 0);
    const seen = await league.play({ quietMs: patience, withinMs: patience });
    const { failed } = victim;
    const ended = manager.instance.exit();
    const exit =
      ended === undefined || seen.completed ? undefined : (ended.signal ?? `exit code ${ended.code}`);
    return { failed, orders: failed?.told("RUN_MATCH") ?? [], seen, exit };
  } finally {
    await stop();
  }
}

interface Victim {
  failed: Seat | undefined;
}

/** A referee that fails if it is the first to be given the match, and plays it well if another one has failed. */
function failing(failure: Failure, victim: Victim): RefereeSeatOptions {
  const well = reports();
  return {
    react: ({ type }, seat) => {
      if (type !== "RUN_MATCH") return undefined;
      victim.failed ??= seat;
      if (seat !== victim.failed || failure === undefined) return undefined;
      if (failure !== "dies") return failure;
      void seat.die();
      return http({ kind: "reset" });
    },
    script: async (assignment, tools) => {
      victim.failed ??= assignment.referee;
      if (assignment.referee !== victim.failed) await well(assignment, tools);
    },
  };
}

/** That the league came to its end all the same. */
export function judgeSurvival(
  bench: ManagerBench,
  { failed, seen, exit }: FailedLeague,
  name: FailureName,
): void {
  if (failed === undefined) bench.notExercised("the league manager gave no match to a referee");
  const what = `the referee that was given the match ${name}`;
  bench.expect.that(exit === undefined, {
    diagnosis: `${what}, and the league manager's process ended (${exit ?? ""})`,
    expected: "a league manager that goes on",
    received: exit ?? "",
  });
  const byAnnouncement = seen.assignments.some(({ by }) => by === "ROUND_ANNOUNCEMENT");
  // Whoever gives no order learns of no failure before the longest match is over, and that is too long for a run.
  if (!seen.completed && byAnnouncement && name !== "never reports" && bench.real)
    bench.notExercised(
      `the league manager starts matches by its announcements and waits for their results; the longest match takes ${longestMatch() / 1_000} s`,
    );
  bench.expect.that(seen.completed, {
    diagnosis: `${what}, and the league never came to its end: there was no LEAGUE_COMPLETED within ${PATIENCE_MS / 1_000} s`,
    expected: "the match given to another referee, or given up, and LEAGUE_COMPLETED",
    received: seen.assignments.map(({ matchId, referee }) => `${matchId} for ${referee.id}`).join(", "),
  });
}
