import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { outcomeFor } from "../_outcomes.js";
import { chosen, expectResult, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

const ENDS = ["won", "lost", "drew"] as const;
const ROLES = ["PLAYER_A", "PLAYER_B"] as const;

export default check<PlayerBench>({
  id: "player/acknowledgement/game-over",
  title: "answers GAME_OVER with a result in time, whether it won, lost or drew",
  decides: ["PLY-ACK-02"],
  kills: [
    "player:sulks-when-it-loses",
    "player:chokes-on-a-draw",
    "player:chokes-on-ten",
    "player:acknowledges-late",
  ],
  worstCaseMs: ROLES.length * ENDS.length * A_MATCH_MS,
  async run(bench) {
    for (const role of ROLES) {
      for (const end of ENDS) {
        await inMatch(
          bench,
          async (match) => {
            const outcome = outcomeFor(end, (await chosen(bench, match)).parity_choice);
            expectResult(
              bench,
              await match.gameOver(bench.player, outcome),
              `the GAME_OVER of a match that it ${end} as ${role}, with the number ${outcome.number},`,
            );
          },
          { role },
        );
      }
    }
  },
});
