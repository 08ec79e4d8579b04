import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/join/echoes-conversation",
  title: "joins with the conversation_id of the invitation",
  decides: ["PLY-JOIN-03"],
  kills: ["player:joins-in-new-conversation", "player:joins-without-conversation"],
  worstCaseMs: 2 * answersTo("GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    for (let i = 0; i < 2; i += 1) {
      await inMatch(bench, async ({ conversation, joined }) =>
        bench
          .expect(joined.result.conversation_id, "conversation_id of the GAME_JOIN_ACK")
          .is(conversation, "copy it from the invitation"),
      );
    }
  },
});
