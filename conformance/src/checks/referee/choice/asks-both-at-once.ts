import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/choice/asks-both-at-once",
  title: "asks both players for their choice at the same time",
  decides: ["REF-CHOICE-01"],
  kills: ["referee:asks-one-after-the-other"],
  slow: true,
  worstCaseMs: quickMatch() + 2 * joinDeadline,
  async run({ league, expect, notExercised }) {
    // Both think for a while: who asks one after the other cannot have asked the second before the first has answered.
    const thinks = joinDeadline / 2;
    const match = await league.runMatch({
      a: { choice: chooses("odd", { afterMs: thinks }) },
      b: { choice: chooses("even", { afterMs: thinks }) },
    });
    ended(match);
    const [a, b] = [match.to("A", "CHOOSE_PARITY_CALL")[0], match.to("B", "CHOOSE_PARITY_CALL")[0]];
    if (a === undefined || b === undefined) return notExercised("not both players were asked");
    expect.time(Math.abs(a.at_ms - b.at_ms), "the time between the two choice calls").isAtMost(thinks / 2);
  },
});
