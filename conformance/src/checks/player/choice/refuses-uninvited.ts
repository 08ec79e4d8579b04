import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A twin control: the same referee calls, once in another match, once in the one that the player has joined. */
export default check<PlayerBench>({
  id: "player/choice/refuses-uninvited",
  title: "refuses a call for a match to which it was not invited, with E006 or E008",
  decides: ["PLY-CHOICE-12"],
  kills: ["player:chooses-uninvited", "player:refuses-with-internal-error"],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL"),
  run: (bench) =>
    impostorFirst(bench, (match) => ({
      differ: "match_id",
      wrong: () => bench.league.match({}, match.referee).askChoice(bench.player),
      right: () => match.askChoice(bench.player),
      because: ["E006", "E008"],
    })),
});
