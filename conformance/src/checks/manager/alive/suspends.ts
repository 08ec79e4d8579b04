import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { deadlineOf, protocol } from "../../../contract.js";
import type { LeagueObservation, Sent } from "../../../peers/league-observation.js";
import type { PlayerSeatOptions } from "../../../peers/league-options.js";
import type { Reaction, Received } from "../../../peers/post.js";
import type { Seat } from "../../../peers/seat.js";
import { mustEndWell } from "../_leagues.js";
import { playersOf, roundsOf } from "../_rounds.js";
import { A_LEAGUE_MS, BEGINNING_MS } from "../_times.js";

const DEADLINE_MS = deadlineOf("ROUND_ANNOUNCEMENT");
const MISSES = protocol.league.suspensionAfterMisses;
/** Whoever is not waited for costs much less than a deadline. */
const NOT_WAITED_MS = DEADLINE_MS / 2;
/** When it answers again it takes this long, for a manager that waits for it again to show. In milliseconds. */
const LATER_MS = 1_500;
const ROUNDS = 3;
const WAITED_FOR = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"];
/** Three messages that are waited for, one more to see that it is not, by a manager that speaks to one after the other. */
const PATIENCE_MS = (MISSES + 3) * DEADLINE_MS;

export default check<ManagerBench>({
  id: "manager/alive/suspends",
  title:
    "waits no more for a player that has missed three messages in a row, but tells it everything, until it answers",
  decides: ["LM-LIVE-03"],
  kills: ["manager:never-suspends", "manager:forgets-the-suspended", "manager:never-forgives"],
  worstCaseMs: Math.max(A_LEAGUE_MS, BEGINNING_MS + PATIENCE_MS),
  async run(bench) {
    const { league } = await bench.league({
      players: 3,
      referees: 1,
      playerSeats: [sleepsUntilTheLastRound()],
    });
    const [sleeper] = league.players;
    const others = () => league.players.slice(1).every((seat) => seat.told("LEAGUE_COMPLETED").length > 0);
    const playing = league.play({ enough: others, withinMs: PATIENCE_MS });
    const [seen] = await Promise.all([playing, mustEndWell(bench, league.players.length)]);
    if (sleeper === undefined) return;
    judgeNoWaiting(bench, seen, sleeper);
    if (!others()) bench.notExercised("the league did not come to its end");
    judgeTold(bench, seen, sleeper);
    judgeReturn(bench, seen, sleeper);
  },
});

/** Silent for two rounds; in the last one it answers at once, but takes its time for the standings. */
function sleepsUntilTheLastRound(): PlayerSeatOptions {
  const rounds = new Set<unknown>();
  let awake = false;
  const react = (received: Received, seat: Seat): Reaction | undefined => {
    const { type, message } = received;
    if (type === "ROUND_ANNOUNCEMENT") rounds.add(message.round_id);
    awake ||= type === "LEAGUE_COMPLETED" || rounds.size === ROUNDS;
    if (!awake) return { http: { kind: "never" } };
    if (type !== "LEAGUE_STANDINGS_UPDATE") return undefined;
    return { ...seat.acknowledge(received), afterMs: LATER_MS } as Reaction;
  };
  return { react };
}

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
