import type { Done, ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import type { Seat } from "../../../peers/seat.js";
import { leagueOf, plainLeague } from "../_leagues.js";
import type { Played } from "../_only.js";
import { UNUSUAL_NAMES, UNUSUALLY_NAMED, unusuallyNamed } from "../_special-leagues.js";
import { judgeTables, type Table } from "../_standings.js";
import { A_LEAGUE_MS } from "../_times.js";

const COUNTS = ["played", "wins", "draws", "losses", "points"] as const;

export default check<ManagerBench>({
  id: "manager/standings/rows",
  title: "writes into each row of its standings the name as it was registered, and all counts as numbers",
  decides: ["LM-TAB-04"],
  kills: ["manager:names-in-ascii", "manager:ids-for-names", "manager:counts-no-matches"],
  worstCaseMs: 3 * A_LEAGUE_MS,
  async run(bench) {
    const judge = (league: Promise<Done<Played>>, nameOf: (seat: Seat, place: number) => string) =>
      judgeTables(bench, (table) => judgeRows(bench, table, nameOf), league);
    await judge(plainLeague(bench), ({ displayName }) => displayName);
    if (!bench.canStart) return;
    await bench.sharedThenAlone((alone) =>
      judge(
        alone ? leagueOfTwo(bench) : leagueOf(bench, UNUSUALLY_NAMED),
        ({ displayName }, place) => UNUSUAL_NAMES[place] ?? displayName,
      ),
    );
  },
});

function judgeRows(
  bench: ManagerBench,
  { what, rows, players }: Table,
  nameOf: (seat: Seat, place: number) => string,
): void {
  for (const row of rows) {
    const whose = `of ${String(row.player_id)} in ${what}`;
    const place = players.findIndex(({ id }) => id === row.player_id);
    const seat = players[place];
    if (seat === undefined) continue;
    const name = nameOf(seat, place);
    bench.expect.that(row.display_name === name, {
      diagnosis: `display_name ${whose} is ${show(row.display_name)}; it has registered as ${show(name)}`,
      expected: show(name),
      received: show(row.display_name),
    });
    for (const count of COUNTS) bench.expect(row[count], `${count} ${whose}`).isInteger({ min: 0 });
    const sum = Number(row.wins) + Number(row.draws) + Number(row.losses);
    bench.expect(row.played, `played ${whose}, which has ${sum} wins, draws and losses,`).is(sum);
  }
}

/** Both players have unusual names. */
function leagueOfTwo(bench: ManagerBench): Promise<Done<Played>> {
  const purpose = "a league of players with unusual names";
  return bench.once(purpose, async (recorder) => {
    const playerSeats = unusuallyNamed(UNUSUAL_NAMES.length);
    const numbers = { players: playerSeats.length, referees: 1 };
    const { league, stop } = await bench.open({ ...numbers, playerSeats, purpose }, recorder);
    try {
      return { seen: await league.play(), contests: new Map() };
    } finally {
      await stop();
    }
  });
}
