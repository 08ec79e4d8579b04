import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { bothMissed, bothUnreachable } from "../_outcomes.js";
import { chosen, expectResult, inMatch, technicalLoss } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/**
 * Technical losses, its own, its opponent's and nobody's, and the draw when neither chose: `drawn_number` and
 * `number_parity` are null, and so is the missing choice.
 */
export default check<PlayerBench>({
  id: "player/acknowledgement/game-over-without-number",
  title: "answers the GAME_OVER of a match that ended before a number was drawn with a result in time",
  decides: ["PLY-ACK-02"],
  kills: [
    "player:chokes-on-a-null-number",
    "player:demands-a-winner",
    "player:sulks-when-it-loses",
    "player:acknowledges-late",
  ],
  worstCaseMs: A_MATCH_MS + 3 * answersTo("GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    const { player } = bench;
    await inMatch(bench, async (match) => {
      const over = await match.gameOver(player, { result: technicalLoss(player.id, match.opponent) });
      expectResult(bench, over, "the GAME_OVER of a match that it fell out of");
    });
    await inMatch(bench, async (match) => {
      await chosen(bench, match);
      const over = await match.gameOver(player, { result: technicalLoss(match.opponent, player.id) });
      expectResult(bench, over, "the GAME_OVER of a match that its opponent fell out of");
    });
    for (const [what, resultOf] of [
      ["which is a draw because neither player chose", bothMissed],
      ["which nobody won because neither player could be reached", bothUnreachable],
    ] as const) {
      await inMatch(bench, async (match) => {
        const over = await match.gameOver(player, { result: resultOf(match, player.id) });
        expectResult(bench, over, `the GAME_OVER of a match ${what},`);
      });
    }
  },
});
