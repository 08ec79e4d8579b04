import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { lasted, mustBeOver } from "../_course.js";
import { mustLose } from "../_loss.js";
import { askedAtMost, joinDeadline, longestPause, notBefore, unjoinedMatch } from "../_times.js";

const CHAIN: Chain = "player A never answers an invitation";

/** After the first missed deadline (RC) or after the fourth (IS): never before the one, and not later than the other. */
export default check<RefereeBench>({
  id: "referee/join/loses-by-silence",
  title:
    "gives a player that answers no invitation a technical loss, neither before its first deadline nor after its fourth",
  decides: ["REF-JOIN-02", "REF-LOSS-01"],
  kills: [
    "referee:forfeits-early",
    "referee:waits-for-ever-for-joins",
    "referee:silent-after-a-failure",
    "referee:loss-for-the-wrong-side",
    "referee:invites-too-often",
  ],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run(bench) {
    const { expect } = bench;
    bench.each(await chain(bench, CHAIN), (match) => {
      mustBeOver(match, "A", "GAME_INVITATION", joinDeadline);
      mustLose(bench, match, "A", "A answered no invitation");
      const times = lasted(match, "A", "GAME_INVITATION");
      if (times === undefined) return bench.notExercised("A was not invited");
      expect.that(match.to("A", "GAME_INVITATION").length <= askedAtMost, {
        diagnosis: `A, which answered no invitation, was invited ${match.to("A", "GAME_INVITATION").length} times; expected at most ${askedAtMost}`,
        expected: `at most ${askedAtMost} invitations`,
        received: String(match.to("A", "GAME_INVITATION").length),
      });
      expect
        .time(
          times.end - times.first,
          "the time from A's first invitation, which it did not answer, to the end of the match",
        )
        .isAtLeast(notBefore(joinDeadline));
      expect
        .time(
          times.end - times.last,
          "the time from A's last invitation, which it did not answer, to the end of the match",
        )
        .isAtMost(joinDeadline + longestPause);
    });
  },
});
