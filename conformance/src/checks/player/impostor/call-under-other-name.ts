import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A token speaks for its bearer alone: under another name it is a stolen one. */
export default check<PlayerBench>({
  id: "player/impostor/call-under-other-name",
  title: "refuses a call with its referee's token under another name, with E012",
  decides: ["PLY-AUTH-01"],
  kills: ["player:obeys-any-referee", "player:looks-at-tokens-only", "player:refuses-with-internal-error"],
  worstCaseMs: 2 * (2 * A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL")),
  async run(bench) {
    const { league, player } = bench;
    for (const sender of ["referee:REF00", "league_manager"]) {
      await impostorFirst(bench, (match) => {
        const { token = "" } = match.referee;
        return {
          differ: `sender (${sender})`,
          wrong: () => match.askChoice(player, {}, league.impostor("REF00", { sender, token })),
          right: () => match.askChoice(player),
          because: ["E012"],
        };
      });
    }
  },
});
