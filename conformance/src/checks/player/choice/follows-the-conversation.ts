import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { expectChoice, inMatch, plays } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

export default check<PlayerBench>({
  id: "player/choice/follows-the-conversation",
  title: "answers a call with another conversation_id than the invitation's, with the call's",
  decides: ["PLY-CHOICE-11"],
  kills: [
    "player:insists-on-the-conversation",
    "player:chooses-in-the-conversation-of-the-invitation",
    "player:chooses-in-new-conversation",
    "player:chooses-without-conversation",
  ],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    await plays(bench);
    await inMatch(bench, async (match) => {
      const conversation = match.conversation.replace(/.{8}$/, "0a1b2c3d");
      const choice = expectChoice(
        bench,
        await match.askChoice(bench.player, { conversation }),
        "a call with another conversation_id than the invitation's",
      );
      bench.expect(choice.conversation_id, "conversation_id of the choice").is(conversation);
    });
  },
});
