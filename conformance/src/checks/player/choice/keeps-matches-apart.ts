import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, endMatches, joinedAtOnce } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

/** Two matches that stand open together. Playing both is no duty; but whoever chooses says for which match. */
export default check<PlayerBench>({
  id: "player/choice/keeps-matches-apart",
  title:
    "chooses with the match_id and the conversation_id of the call, also when it was invited elsewhere since",
  decides: ["PLY-CHOICE-05", "PLY-CHOICE-06"],
  kills: ["player:mixes-matches", "player:chooses-in-the-latest-conversation"],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    const { expect } = bench;
    const matches = await joinedAtOnce(bench, 2);
    try {
      if (matches.length < 2) bench.notExercised("the player does not join two matches at once");
      for (const match of matches) {
        const choice = await chosen(bench, match);
        const when = `of the choice in ${match.id}, while another match stood open,`;
        expect(choice.match_id, `match_id ${when}`).is(match.id);
        expect(choice.conversation_id, `conversation_id ${when}`).is(match.conversation);
      }
    } finally {
      await endMatches(bench, ...matches);
    }
  },
});
