import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** Anybody can write a referee's name; its token is what others do not have. */
export default check<PlayerBench>({
  id: "player/impostor/call-with-other-token",
  title: "refuses a call under its referee's name with another token, with E012",
  decides: ["PLY-AUTH-01"],
  kills: ["player:obeys-any-referee", "player:looks-at-names-only", "player:refuses-with-internal-error"],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL"),
  run: (bench) =>
    impostorFirst(bench, (match) => ({
      differ: "auth_token",
      wrong: () =>
        match.askChoice(bench.player, {}, bench.league.impostor("thief", { sender: match.referee.sender })),
      right: () => match.askChoice(bench.player),
      because: ["E012"],
    })),
});
