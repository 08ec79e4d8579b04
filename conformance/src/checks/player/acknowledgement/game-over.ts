import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { parityOf } from "../../../peers/result.js";
import { chosen, expectResult, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

const ENDS = ["won", "lost", "drew"] as const;

export default check<PlayerBench>({
  id: "player/acknowledgement/game-over",
  title: "answers GAME_OVER with a result in time, whether it won, lost or drew",
  decides: ["PLY-ACK-02"],
  kills: ["player:sulks-when-it-loses", "player:chokes-on-a-draw", "player:acknowledges-late"],
  worstCaseMs: ENDS.length * A_MATCH_MS,
  async run(bench) {
    for (const end of ENDS) {
      await inMatch(bench, async (match) => {
        const choice = parityOf((await chosen(bench, match)).parity_choice === "even" ? 2 : 1);
        const other = choice === "even" ? "odd" : "even";
        const [right, wrong] = choice === "even" ? [2, 1] : [1, 2];
        const outcome = {
          choice,
          opponentChoice: end === "drew" ? choice : other,
          number: end === "lost" ? wrong : right,
        };
        expectResult(
          bench,
          await match.gameOver(bench.player, outcome),
          `the GAME_OVER of a match that it ${end}`,
        );
      });
    }
  },
});
