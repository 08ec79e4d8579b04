import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { expectChoice, inMatch } from "../_steps.js";
import { A_MATCH_MS } from "../_time.js";

export default check<PlayerBench>({
  id: "player/choice/chooses-in-time",
  title: "answers the call for its choice with CHOOSE_PARITY_RESPONSE within its deadline",
  decides: ["PLY-CHOICE-01"],
  kills: ["player:chooses-late", "player:ignores-choice-calls"],
  worstCaseMs: 2 * A_MATCH_MS,
  async run(bench) {
    const { player, expect } = bench;
    for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
      await inMatch(
        bench,
        async (match) => {
          const answer = await match.askChoice(player);
          expectChoice(bench, answer, `the call for its choice as ${role}`);
          expect
            .time(answer.ms, "the answer to the call for its choice")
            .isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
        },
        { role },
      );
    }
  },
});
