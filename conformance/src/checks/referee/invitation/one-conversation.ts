import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/invitation/one-conversation",
  title:
    "uses one conversation_id for all that it says to both players of a match, and another one for each match",
  decides: ["REF-INV-03"],
  kills: [
    "referee:new-conversation-for-each-message",
    "referee:one-conversation-for-all",
    "referee:conversation-for-each-player",
  ],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    const used = new Map<unknown, string>();
    await inSeries(bench, ({ matchId, invitations, calls, gameOvers }) => {
      const [first, ...others] = [...invitations, ...calls, ...gameOvers];
      const conversation = first?.message.conversation_id;
      bench.expect(conversation, `conversation_id of the first invitation to ${matchId}`).isText();
      for (const { message, playerId } of others) {
        bench
          .expect(
            message.conversation_id,
            `conversation_id of ${String(message.message_type)} to ${playerId} in ${matchId}`,
          )
          .is(conversation);
      }
      bench.expect.that(!used.has(conversation), {
        diagnosis: `${matchId} uses the conversation_id ${JSON.stringify(conversation)}, which ${used.get(conversation)} has used`,
        expected: "a conversation_id of its own for each match",
        received: JSON.stringify(conversation) ?? "nothing",
      });
      used.set(conversation, matchId);
    });
  },
});
