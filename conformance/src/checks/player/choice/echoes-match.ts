import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectItself } from "../_itself.js";
import { chosen, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

/** Two matches, so that an answer which was right once is not right for ever. */
export default check<PlayerBench>({
  id: "player/choice/echoes-match",
  title: "chooses with the match_id of the call and its own player_id",
  decides: ["PLY-CHOICE-06"],
  kills: [
    "player:choice-for-other-match",
    "player:chooses-in-first-match-for-ever",
    "player:chooses-without-name",
    "player:chooses-as-its-opponent",
    "player:keeps-own-id",
  ],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
      await inMatch(
        bench,
        async (match) => {
          const choice = await chosen(bench, match);
          bench.expect(choice.match_id, "match_id of the choice").is(match.id);
          expectItself(bench, choice, "choice");
        },
        { role },
      );
    }
  },
});
