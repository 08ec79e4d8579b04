import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { expectJoin, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** A referee repeats an invitation whose answer it missed: as a new request, or the same request once more. */
export default check<PlayerBench>({
  id: "player/join/joins-again",
  title: "answers an invitation again when it is repeated for the same match",
  decides: ["PLY-JOIN-07"],
  kills: [
    "player:joins-once",
    "player:ignores-a-repeated-invitation",
    "player:declines-a-repeated-invitation",
    "player:joins-late",
  ],
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_INVITATION", "GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    const { player, expect } = bench;
    await inMatch(bench, async (match) => {
      if (match.joined.result.accept === false)
        bench.notExercised("the player declined the first invitation");
      for (const [what, twist] of [
        ["repeated with a new id", {}],
        ["repeated with the same id", { id: 1 }],
      ] as const) {
        const answer = await match.invite(player, twist);
        const join = expectJoin(bench, answer, `the invitation, ${what},`);
        expect(join.accept, `accept in the answer to the invitation, ${what},`).isNot(false);
        expect
          .time(answer.ms, `the answer to the invitation, ${what},`)
          .isAtMost(deadlineOf("GAME_INVITATION"));
      }
    });
  },
});
