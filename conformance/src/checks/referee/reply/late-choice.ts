import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustEnd } from "../_loss.js";
import { choiceOf } from "../_outcome.js";
import { choiceDeadline, joinDeadline, pauseBetween } from "../_times.js";

const patienceMs = 2 * choiceDeadline + pauseBetween + quickMatch();

export default check<RefereeBench>({
  id: "referee/reply/late-choice",
  title: "counts no choice that arrives after its deadline, even while a repeated call is open",
  decides: ["REF-REPLY-03"],
  kills: ["referee:accepts-late-answers"],
  patient: true,
  worstCaseMs: patienceMs,
  async run({ league, expect }) {
    // The late answer arrives a second after the repeated call, and three seconds before the answer to that.
    const afterMs = choiceDeadline + pauseBetween + joinDeadline / 5;
    const match = await league.runMatch({
      a: { choice: [chooses("odd", { afterMs }), chooses("even", { afterMs: joinDeadline * 0.8 })] },
      b: { choice: chooses("odd") },
      patienceMs,
    });
    const what = `A answered its first choice call with "odd" after ${afterMs} ms, and the second with "even" in time`;
    const outcome = mustEnd(match, what);
    expect(choiceOf(outcome, match.playerA), `the published choice of A, when ${what}`).isNot("odd");
  },
});
