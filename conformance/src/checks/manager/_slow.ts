/** Leagues of two in which one of the players hears or says nothing, or nothing that makes sense. */
import type { ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf } from "../../contract.js";
import type { LeagueObservation } from "../../peers/league-observation.js";
import { QUIET_MS } from "../../peers/league-options.js";
import type { Reaction } from "../../peers/post.js";
import { seated } from "./_desk.js";
import { mustEndWell } from "./_leagues.js";
import { BEGINNING_MS } from "./_times.js";

const DEADLINE_MS = deadlineOf("ROUND_ANNOUNCEMENT");
/** For the machine and the network: a deadline of ten seconds that is kept ends a moment after ten seconds. */
const MOMENT_MS = DEADLINE_MS / 10;
/** The announcement, the standings, the end of the round and the end of the league. */
const MESSAGES = 4;

/** In milliseconds. */
export const SLOW_LEAGUE_MS = BEGINNING_MS + MESSAGES * (DEADLINE_MS + MOMENT_MS) + QUIET_MS;

/** Plays a league whose first player reacts like this to everything, or has died. */
export async function leagueWith(
  bench: ManagerBench,
  reaction: Reaction | "dead",
): Promise<{ seen: LeagueObservation; exit: string | undefined }> {
  const { league, manager } = await bench.league({ players: 2, referees: 1, seat: false });
  const bad = seated(bench, await league.seatPlayer(reaction === "dead" ? {} : { react: () => reaction }));
  if (reaction === "dead") await bad.die();
  seated(bench, await league.seatReferee());
  const good = seated(bench, await league.seatPlayer());
  const enough = () => good.told("LEAGUE_COMPLETED").length > 0;
  const seen = await league.play({ enough, withinMs: SLOW_LEAGUE_MS - BEGINNING_MS });
  const ended = manager.instance.exit();
  const exit = ended === undefined || enough() ? undefined : (ended.signal ?? `exit code ${ended.code}`);
  if (seen.announcements.length === 0 && exit === undefined)
    bench.notExercised("the league manager did not begin its league");
  return { seen, exit };
}

/** That the league went on and came to its end, and that nobody waited for the player for more than 10 s a message. */
export async function judgePatience(
  bench: ManagerBench,
  reaction: Reaction | "dead",
  who: string,
): Promise<void> {
  const [{ seen, exit }] = await Promise.all([leagueWith(bench, reaction), mustEndWell(bench)]);
  bench.expect.that(exit === undefined, {
    diagnosis: `one of the two players ${who}, and the league manager's process ended (${exit ?? ""})`,
    expected: "a league manager that goes on",
    received: exit ?? "",
  });
  const heard = seen.sent().filter(({ type }) => type !== undefined);
  heard.slice(1).forEach(({ at_ms, type, to }, index) => {
    const before = heard[index];
    const waited = at_ms - (before?.at_ms ?? at_ms);
    const what = `one of the two players ${who}; the wait between ${before?.type} to ${before?.to.id} and ${type} to ${to.id}`;
    bench.expect.time(waited, what).isAtMost(DEADLINE_MS + MOMENT_MS);
  });
  const good = seen.players.at(-1);
  const last = heard.at(-1);
  bench.expect.that((good?.told("LEAGUE_COMPLETED").length ?? 0) > 0, {
    diagnosis: `one of the two players ${who}; after ${last?.type} to ${last?.to.id} nothing more came from the league manager for ${QUIET_MS / 1_000} s`,
    expected: "the league goes on after 10 s, and LEAGUE_COMPLETED in the end",
    received: "nothing",
  });
}
