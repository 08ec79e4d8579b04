import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { type Chain, chain } from "../_chains.js";
import { lasted, mustBeOver } from "../_course.js";
import { mustLose } from "../_loss.js";
import { askedAtMost, choiceDeadline, longestPause, notBefore, unchosenMatch } from "../_times.js";

const CHAIN: Chain = "player A never answers a choice call";

/** After the first missed deadline (RC) or after the fourth (IS): never before the one, and not later than the other. */
export default check<RefereeBench>({
  id: "referee/choice/loses-by-silence",
  title:
    "gives a player that answers no choice call a technical loss, neither before its first deadline nor after its fourth",
  decides: ["REF-CHOICE-06", "REF-LOSS-01"],
  kills: [
    "referee:forfeits-early",
    "referee:waits-for-ever-for-choices",
    "referee:silent-after-a-failure",
    "referee:loss-for-the-wrong-side",
    "referee:takes-silence-for-even",
  ],
  shares: CHAIN,
  patient: true,
  worstCaseMs: unchosenMatch,
  async run(bench) {
    const { expect } = bench;
    bench.each(await chain(bench, CHAIN), (match) => {
      mustBeOver(match, "A", "CHOOSE_PARITY_CALL", choiceDeadline);
      mustLose(bench, match, "A", "A answered no choice call");
      const times = lasted(match, "A", "CHOOSE_PARITY_CALL");
      if (times === undefined) return bench.notExercised("A was not asked for its choice");
      const asked = match.to("A", "CHOOSE_PARITY_CALL").length;
      expect.that(asked <= askedAtMost, {
        diagnosis: `A, which answered no choice call, was asked ${asked} times; expected at most ${askedAtMost}`,
        expected: `at most ${askedAtMost} choice calls`,
        received: String(asked),
      });
      expect
        .time(
          times.end - times.first,
          "the time from A's first choice call, which it did not answer, to the end of the match",
        )
        .isAtLeast(notBefore(choiceDeadline));
      expect
        .time(
          times.end - times.last,
          "the time from A's last choice call, which it did not answer, to the end of the match",
        )
        .isAtMost(choiceDeadline + longestPause);
    });
  },
});
