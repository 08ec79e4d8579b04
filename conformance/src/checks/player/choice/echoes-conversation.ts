import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { chosen, inMatch, isChoice } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/choice/echoes-conversation",
  title: "chooses with the conversation_id of the call",
  decides: ["PLY-CHOICE-05"],
  kills: [
    "player:chooses-in-new-conversation",
    "player:chooses-again-in-new-conversation",
    "player:chooses-without-conversation",
  ],
  worstCaseMs: 2 * (A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL")),
  async run(bench) {
    for (let i = 0; i < 2; i += 1) {
      await inMatch(bench, async (match) => {
        const { conversation_id } = await chosen(bench, match);
        bench
          .expect(conversation_id, "conversation_id of the choice")
          .is(match.conversation, "copy it from the call");
        const again = await match.askChoice(bench.player);
        // Whether it answers again is for another check.
        if (!isChoice(again)) return;
        bench
          .expect(
            again.result.conversation_id,
            "conversation_id of the choice, in answer to a repeated call,",
          )
          .is(match.conversation, "copy it from the call");
      });
    }
  },
});
