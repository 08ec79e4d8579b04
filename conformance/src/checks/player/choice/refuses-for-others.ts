import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A twin control: the same call, once for its opponent, once for the player itself. */
export default check<PlayerBench>({
  id: "player/choice/refuses-for-others",
  title: "refuses a call that names another player, with E005",
  decides: ["PLY-CHOICE-12"],
  kills: ["player:chooses-for-anybody", "player:refuses-with-internal-error"],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL"),
  run: (bench) =>
    impostorFirst(bench, (match) => ({
      differ: "player_id",
      wrong: () => match.askChoice(bench.player, { set: { "/player_id": match.opponent } }),
      right: () => match.askChoice(bench.player),
      because: ["E005"],
    })),
});
