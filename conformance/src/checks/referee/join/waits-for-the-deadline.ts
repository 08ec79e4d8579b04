import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustEnd } from "../_loss.js";
import { choiceOf, progressOf } from "../_outcome.js";
import { expectPatience } from "../_patience.js";
import { joinDeadline, justInside } from "../_times.js";

/** Just inside the deadline: a join that comes late but in time counts, and nobody is invited again. */
export default check<RefereeBench>({
  id: "referee/join/waits-for-the-deadline",
  title: "counts a join that arrives shortly before its deadline, and does not invite again meanwhile",
  decides: ["REF-JOIN-01"],
  kills: ["referee:impatient-for-joins", "referee:repeats-open-invitations"],
  patient: true,
  worstCaseMs: quickMatch() + 2 * joinDeadline,
  async run(bench) {
    const { league, expect, timely, notExercised } = bench;
    const almost = justInside(joinDeadline);
    const match = await league.runMatch({
      a: { join: joins({ afterMs: almost }), choice: chooses("odd") },
      b: { choice: chooses("odd") },
    });
    const what = `A joined ${almost} ms after its invitation`;
    const invited = match.to("A", "GAME_INVITATION").length;
    if (invited === 0) return notExercised(`A was not invited: ${progressOf(match)}`);
    expectPatience(bench, match, {
      side: "A",
      type: "GAME_INVITATION",
      deadline_ms: joinDeadline,
      answered_ms: almost,
    });
    timely(joinDeadline - almost, () => {
      expect(invited, `how often A was invited, which joined ${almost} ms after its invitation`).is(1);
      const choice = choiceOf(mustEnd(match, what), match.playerA);
      expect(
        choice,
        `the choice of A, which joined ${almost} ms after its invitation and then sent "odd"`,
      ).is("odd");
    });
  },
});
