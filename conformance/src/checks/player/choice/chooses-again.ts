import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { chosen, expectChoice, inMatch } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** A referee repeats a call whose answer it missed: as a new request, or the same request once more. */
export default check<PlayerBench>({
  id: "player/choice/chooses-again",
  title: "answers the call for its choice again when it is repeated for the same match",
  decides: ["PLY-CHOICE-07"],
  kills: ["player:chooses-once", "player:ignores-a-repeated-call", "player:chooses-late"],
  worstCaseMs: A_MATCH_MS + answersTo("CHOOSE_PARITY_CALL", "CHOOSE_PARITY_CALL"),
  async run(bench) {
    const { player, expect } = bench;
    await inMatch(bench, async (match) => {
      await chosen(bench, match, { id: 2 });
      for (const [what, twist] of [
        ["repeated with a new id", {}],
        ["repeated with the same id", { id: 2 }],
      ] as const) {
        const answer = await match.askChoice(player, twist);
        expectChoice(bench, answer, `the call for its choice, ${what},`);
        expect.time(answer.ms, `the answer to the call, ${what},`).isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
      }
    });
  },
});
