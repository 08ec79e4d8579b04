import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import type { LeagueObservation, Sent } from "../../../peers/league-observation.js";
import type { Seat } from "../../../peers/seat.js";
import { LATER_MS, LEAGUES_OF_THREE_MS, MISSES, ROUNDS, threeWith, WAITED_FOR } from "../_league-of-three.js";
import { mustEndWell } from "../_leagues.js";
import { playersOf, roundsOf } from "../_rounds.js";

/** A player that is not waited for costs much less than a deadline. */
const NOT_WAITED_MS = deadlineOf("ROUND_ANNOUNCEMENT") / 2;

export default check<ManagerBench>({
  id: "manager/alive/suspends",
  title:
    "waits no more for a player that has missed three messages in a row, but tells it everything, until it answers",
  decides: ["LM-LIVE-03"],
  kills: ["manager:never-suspends", "manager:forgets-the-suspended", "manager:never-forgives"],
  worstCaseMs: LEAGUES_OF_THREE_MS,
  run: (bench) =>
    bench.sharedThenAlone(
      async (alone) => {
        const [league] = await Promise.all([
          threeWith(bench, { sleeper: true, refusal: !alone }),
          mustEndWell(bench, 3),
        ]);
        const types = [...WAITED_FOR, "RUN_MATCH", "LEAGUE_COMPLETED"];
        bench.look(league, types, ({ seen, sleeper, isOver }) => {
          if (sleeper === undefined) return;
          judgeNoWaiting(bench, seen, sleeper);
          if (!isOver) bench.notExercised("the league did not come to its end");
          judgeTold(bench, seen, sleeper);
          judgeReturn(bench, seen, sleeper);
        });
      },
      // A match that is refused cannot make the manager wait for a player.
      { faultsAreItsOwn: true },
    ),
});

/** Whatever everybody else was sent, it was sent too. */
function judgeTold(bench: ManagerBench, seen: LeagueObservation, sleeper: Seat): void {
  const others = playersOf(seen).filter((seat) => seat !== sleeper);
  for (const { id } of roundsOf(seen)) {
    for (const type of WAITED_FOR) {
      const was = (seat: Seat) => seen.sent(type, seat).some(({ message }) => message.round_id === id);
      if (!others.every(was)) continue;
      bench
        .expect(
          was(sleeper),
          `whether the player that did not answer was sent ${type} of round ${String(id)}`,
        )
        .is(true);
    }
  }
}

function judgeNoWaiting(bench: ManagerBench, seen: LeagueObservation, sleeper: Seat): void {
  const woken = roundsOf(seen)[ROUNDS - 1];
  const missed = seen
    .sent(undefined, sleeper)
    .filter(
      ({ type, at_ms }) =>
        WAITED_FOR.includes(type ?? "") && at_ms < (woken?.at_ms ?? Number.POSITIVE_INFINITY),
    );
  for (const { at_ms, type, message } of missed.slice(MISSES, -1)) {
    const next = nextAfter(seen, at_ms, sleeper);
    if (next === undefined || next.type === type) continue;
    const what = `the wait for a player that had missed ${MISSES} messages in a row, after ${type} of round ${String(message.round_id)},`;
    bench.expect.time(next.at_ms - at_ms, what).isAtMost(NOT_WAITED_MS);
  }
}

function judgeReturn(bench: ManagerBench, seen: LeagueObservation, sleeper: Seat): void {
  const [first] = seen.sent(undefined, sleeper);
  const waited = first === undefined ? undefined : nextAfter(seen, first.at_ms, sleeper);
  // A manager that never waits for anybody does not wait for this one again either.
  if (first === undefined || waited === undefined || waited.at_ms - first.at_ms < NOT_WAITED_MS) return;
  const table = seen.sent("LEAGUE_STANDINGS_UPDATE", sleeper).at(-1);
  const next = table === undefined ? undefined : nextAfter(seen, table.at_ms, sleeper);
  if (table === undefined || next === undefined) return;
  bench.expect
    .time(
      next.at_ms - table.at_ms,
      "the wait for a player that had answered again, and took 1.5 s for the standings,",
    )
    .isAtLeast(LATER_MS);
}

/** The first message of the next kind that anybody else was sent. */
function nextAfter(seen: LeagueObservation, at_ms: number, sleeper: Seat): Sent | undefined {
  const type = seen.sent().find((one) => one.to === sleeper && one.at_ms === at_ms)?.type;
  return seen
    .sent()
    .find(
      (one) =>
        one.to !== sleeper && one.at_ms > at_ms && one.type !== type && playersOf(seen).includes(one.to),
    );
}
