import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { JsonObject } from "../../../json/scan.js";
import { inMatch, isJoin } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/join/echoes-conversation",
  title: "joins with the conversation_id of the invitation",
  decides: ["PLY-JOIN-03"],
  kills: [
    "player:joins-in-new-conversation",
    "player:joins-again-in-new-conversation",
    "player:joins-without-conversation",
  ],
  worstCaseMs: 2 * answersTo("GAME_INVITATION", "GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    const { expect, player } = bench;
    const copied = ({ conversation_id }: JsonObject, conversation: string, what: string) =>
      expect(conversation_id, `conversation_id of the GAME_JOIN_ACK${what}`).is(
        conversation,
        "copy it from the invitation",
      );
    for (let i = 0; i < 2; i += 1) {
      await inMatch(bench, async (match) => {
        copied(match.joined.result, match.conversation, "");
        const again = await match.invite(player);
        // Whether it answers again is for another check.
        if (isJoin(again)) copied(again.result, match.conversation, " to a repeated invitation");
      });
    }
  },
});
