import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import type { ManagedLeague } from "../../../peers/managed-league.js";
import { until } from "../../../peers/until.js";
import { seated } from "../_desk.js";
import { matchesIn } from "../_rounds.js";
import { BEGINNING_MS, registrations } from "../_times.js";

/** How long the suite looks on whether a match is assigned that must not be. In milliseconds. */
const LOOK_MS = 1_000;

export default check<ManagerBench>({
  id: "manager/start/waits-for-enough",
  title: "assigns no match with fewer than two players or without a referee, not even after start_league",
  decides: ["LM-START-02"],
  kills: ["manager:begins-with-one-player", "manager:begins-without-a-referee"],
  worstCaseMs: registrations(3) + 2 * BEGINNING_MS + LOOK_MS,
  async run(bench) {
    await Promise.all([
      stays(bench, { players: 1, referees: 1 }, (league) => league.seatPlayer()),
      stays(bench, { players: 2, referees: 0 }, (league) => league.seatReferee()),
    ]);
  },
});

/** With these it must not begin; with the one who is missing it does, which shows that it could have. */
async function stays(
  bench: ManagerBench,
  there: { players: number; referees: number },
  complete: (league: ManagedLeague) => Promise<unknown>,
): Promise<void> {
  const { league } = await bench.league({ players: 2, referees: 1, seat: false });
  for (let i = 0; i < there.referees; i += 1) seated(bench, await league.seatReferee());
  for (let i = 0; i < there.players; i += 1) seated(bench, await league.seatPlayer());
  await league.start();
  const early = await until(league.env, () => assignedIn(league), LOOK_MS);
  const who = `${there.players} player${there.players === 1 ? "" : "s"} and ${there.referees === 0 ? "no referee" : "a referee"}`;
  bench.expect.that(early === undefined, {
    diagnosis: `with ${who} registered, the manager assigned ${early ?? ""}`,
    expected: "no match",
    received: String(early),
  });
  await complete(league);
  if ((await until(league.env, () => assignedIn(league), BEGINNING_MS)) !== undefined) return;
  await league.start();
  const late = await until(league.env, () => assignedIn(league), BEGINNING_MS);
  if (late === undefined)
    bench.notExercised("the league manager assigned no match with two players and a referee either");
}

/** A match that was given to a referee or announced to a player. */
function assignedIn(league: ManagedLeague): string | undefined {
  for (const { type, message } of league.observe().sent()) {
    if (type === "RUN_MATCH") return `${String(message.match_id)} to a referee`;
    const [match] = type === "ROUND_ANNOUNCEMENT" ? matchesIn(message) : [];
    if (match !== undefined) return `${String(match.match_id)} in its announcement`;
  }
  return undefined;
}
