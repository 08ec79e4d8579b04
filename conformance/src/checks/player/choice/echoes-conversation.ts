import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

export default check<PlayerBench>({
  id: "player/choice/echoes-conversation",
  title: "chooses with the conversation_id of the call",
  decides: ["PLY-CHOICE-05"],
  kills: ["player:chooses-in-new-conversation", "player:chooses-without-conversation"],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    for (let i = 0; i < 2; i += 1) {
      await inMatch(bench, async (match) => {
        const { conversation_id } = await chosen(bench, match);
        bench
          .expect(conversation_id, "conversation_id of the choice")
          .is(match.conversation, "copy it from the call");
      });
    }
  },
});
