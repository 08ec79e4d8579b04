import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { impostorFirst } from "../_impostor.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A twin control: the same call, once from somebody else, once from the referee that invited. */
export default check<PlayerBench>({
  id: "player/impostor/call-from-stranger",
  title: "refuses a call for its choice from another sender than the referee of the match, with E012",
  decides: ["PLY-AUTH-01"],
  kills: ["player:obeys-any-referee", "player:refuses-with-internal-error"],
  worstCaseMs: 2 * A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL"),
  run: (bench) =>
    impostorFirst(bench, (match) => ({
      differ: "sender and auth_token",
      wrong: () => match.askChoice(bench.player, {}, bench.league.impostor("REF00")),
      right: () => match.askChoice(bench.player),
      because: ["E012"],
    })),
});
