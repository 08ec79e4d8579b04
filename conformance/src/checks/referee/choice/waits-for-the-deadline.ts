import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustEnd } from "../_loss.js";
import { choiceOf, progressOf } from "../_outcome.js";
import { expectPatience } from "../_patience.js";
import { choiceDeadline, joinDeadline, justInside } from "../_times.js";

/** Just inside the deadline, and at 12 s, where some give up after 10: an answer that comes in time counts, and nobody is asked again. */
export default check<RefereeBench>({
  id: "referee/choice/waits-for-the-deadline",
  title: "counts a choice that arrives shortly before its deadline, and does not ask again meanwhile",
  decides: ["REF-CHOICE-05"],
  kills: ["referee:impatient-for-choices", "referee:repeats-open-calls", "referee:one-clock-for-a-match"],
  patient: true,
  worstCaseMs: quickMatch() + joinDeadline + 2 * choiceDeadline,
  async run(bench) {
    const { league, expect, timely, notExercised } = bench;
    const [late, later] = [choiceDeadline * 0.4, justInside(choiceDeadline)];
    // The 30 s are those of the call: what the joining took is not taken from them.
    const joining = joinDeadline * 0.7;
    const match = await league.runMatch({
      a: { join: joins({ afterMs: joining }), choice: chooses("odd", { afterMs: later }) },
      b: { choice: chooses("even", { afterMs: late }) },
      patienceMs: quickMatch() + joinDeadline + 2 * choiceDeadline,
    });
    const slow = [
      [match.playerB, "B", late, "even"],
      [match.playerA, "A", later, "odd"],
    ] as const;
    for (const [, side, answered_ms] of slow)
      expectPatience(bench, match, {
        side,
        type: "CHOOSE_PARITY_CALL",
        deadline_ms: choiceDeadline,
        answered_ms,
      });
    timely(choiceDeadline - later, () => {
      for (const [{ id }, side, after] of slow) {
        const asked = match.to(side, "CHOOSE_PARITY_CALL").length;
        if (asked === 0) notExercised(`${id} was not asked for its choice: ${progressOf(match)}`);
        expect(asked, `how often ${id} was asked, which chose ${after} ms after its call`).is(1);
      }
      const outcome = mustEnd(match, `B chose ${late} ms and A ${later} ms after its call`);
      for (const [player, , after, choice] of slow) {
        const what = `the choice of ${player.id}, which sent "${choice}" ${after} ms after its call`;
        expect(choiceOf(outcome, player), what).is(choice);
      }
    });
  },
});
