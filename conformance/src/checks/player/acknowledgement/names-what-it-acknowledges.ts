import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { replyTypeOf } from "../../../contract.js";
import { inMatch, outcomeOf } from "../_steps.js";
import { answersTo } from "../_time.js";

/** Whether these messages are answered at all is for the checks beside this one. */
export default check<PlayerBench>({
  id: "player/acknowledgement/names-what-it-acknowledges",
  title: "acknowledges each message with the acknowledgement that bears its name",
  decides: ["PLY-ACK-04"],
  kills: ["player:acknowledges-without-a-name", "player:acknowledges-by-one-name"],
  worstCaseMs: answersTo(
    "GAME_INVITATION",
    "GAME_OVER",
    "ROUND_ANNOUNCEMENT",
    "LEAGUE_STANDINGS_UPDATE",
    "ROUND_COMPLETED",
  ),
  async run(bench) {
    const { player, league, expect } = bench;
    const answers = await inMatch(bench, async (match) => [
      await league.announceRound(player, [match]),
      await match.gameOver(player, outcomeOf(bench, match)),
      await league.standingsUpdate(player),
      await league.roundCompleted(player),
    ]);
    const acknowledged = answers.filter(({ outcome }) => outcome === "message");
    if (acknowledged.length === 0) bench.notExercised("the player acknowledged nothing");
    for (const { question, result } of acknowledged) {
      expect(result.message_type, `message_type of the answer to ${question}`).is(replyTypeOf(question));
    }
  },
});
