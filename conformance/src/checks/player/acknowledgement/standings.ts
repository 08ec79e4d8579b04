import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { JsonObject } from "../../../json/scan.js";
import { expectResult, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** Rank, player, name, wins, draws and losses. */
type Row = readonly [number, string, string, number, number, number];

function rows(...table: readonly Row[]): JsonObject[] {
  return table.map(([rank, player_id, display_name, wins, draws, losses]) => ({
    rank,
    player_id,
    display_name,
    played: wins + draws + losses,
    wins,
    draws,
    losses,
    points: 3 * wins + draws,
  }));
}

/** Before the first match, and later: wherever the player stands, and however the others are called. */
export default check<PlayerBench>({
  id: "player/acknowledgement/standings",
  title: "answers LEAGUE_STANDINGS_UPDATE with a result in time, whatever its rank",
  decides: ["PLY-ACK-01"],
  kills: [
    "player:knows-no-standings",
    "player:chokes-on-the-last-rank",
    "player:chokes-on-names-of-others",
    "player:acknowledges-late",
  ],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", ...Array<string>(3).fill("LEAGUE_STANDINGS_UPDATE")),
  async run(bench) {
    const { player, league } = bench;
    await inMatch(bench, async () => undefined);
    expectResult(bench, await league.standingsUpdate(player), "the standings");
    const tables: [string, JsonObject[]][] = [
      [
        "the standings in which it is the last of three",
        rows([1, "P97", "P97", 2, 0, 0], [2, "P98", "P98", 1, 0, 1], [3, player.id, player.name, 0, 0, 2]),
      ],
      [
        "the standings in which another player is called Żółć אבג 🎲",
        rows([1, player.id, player.name, 11, 1, 0], [2, "P97", "Żółć אבג 🎲", 0, 1, 11]),
      ],
    ];
    for (const [what, standings] of tables) {
      expectResult(bench, await league.standingsUpdate(player, { set: { "/standings": standings } }), what);
    }
  },
});
