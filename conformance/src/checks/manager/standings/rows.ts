import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { plainLeague } from "../_leagues.js";
import type { Played } from "../_only.js";
import { judgeTables } from "../_standings.js";
import { A_LEAGUE_MS } from "../_times.js";

/** What a name may be, and what is often lost of it: letters outside of ASCII, capitals, signs of HTML. */
const NAMES = ['Zo\u00eb & <b>"S\u00f6hne"</b>', "\u540d\u524d \u03a9 \u{1f3b2} McX"];
const COUNTS = ["played", "wins", "draws", "losses", "points"] as const;

export default check<ManagerBench>({
  id: "manager/standings/rows",
  title: "writes into each row of its standings the name as it was registered, and all counts as numbers",
  decides: ["LM-TAB-04"],
  kills: ["manager:names-in-ascii", "manager:ids-for-names", "manager:counts-no-matches"],
  worstCaseMs: 2 * A_LEAGUE_MS,
  async run(bench) {
    const unusual = bench.canStart ? await unusualLeague(bench) : undefined;
    const names = new Map(unusual?.value.seen.players.map(({ id }, seat) => [id, NAMES[seat]]));
    const judge = (nameOf: (id: unknown, own: string) => string) =>
      judgeTables(
        bench,
        ({ what, rows, players }) => {
          for (const row of rows) {
            const whose = `of ${String(row.player_id)} in ${what}`;
            const seat = players.find(({ id }) => id === row.player_id);
            if (seat === undefined) continue;
            const name = nameOf(seat.id, seat.displayName);
            bench.expect.that(row.display_name === name, {
              diagnosis: `display_name ${whose} is ${show(row.display_name)}; it has registered as ${show(name)}`,
              expected: show(name),
              received: show(row.display_name),
            });
            for (const count of COUNTS) bench.expect(row[count], `${count} ${whose}`).isInteger({ min: 0 });
            const sum = Number(row.wins) + Number(row.draws) + Number(row.losses);
            bench.expect(row.played, `played ${whose}, which has ${sum} wins, draws and losses,`).is(sum);
          }
        },
        nameOf === own || unusual === undefined ? plainLeague(bench) : Promise.resolve(unusual),
      );
    await judge(own);
    if (unusual !== undefined) await judge((id, name) => names.get(String(id)) ?? name);
  },
});

const own = (_: unknown, name: string): string => name;

/** Two players under names that are not plain. */
function unusualLeague(bench: ManagerBench) {
  return bench.once("a league of players with unusual names", async (recorder) => {
    const playerSeats = NAMES.map((name) => ({
      registration: { set: { "/player_meta/display_name": name } },
    }));
    const { league, stop } = await bench.open({ players: NAMES.length, referees: 1, playerSeats }, recorder);
    try {
      return { seen: await league.play(), contests: new Map() } satisfies Played;
    } finally {
      await stop();
    }
  });
}
