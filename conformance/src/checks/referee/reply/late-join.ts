import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { joins, never } from "../../../peers/behaviour.js";
import { mustEnd } from "../_loss.js";
import { joinDeadline, pauseBetween, unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/reply/late-join",
  title: "counts no join that arrives after its deadline, even while a repeated invitation is open",
  decides: ["REF-REPLY-03"],
  kills: ["referee:accepts-late-answers"],
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run({ league, expect }) {
    const afterMs = joinDeadline + pauseBetween + joinDeadline / 5;
    const what = `A answered its first invitation after ${afterMs} ms and no other one`;
    const match = await league.runMatch({
      a: { join: [joins({ afterMs }), never()] },
      patienceMs: unjoinedMatch,
    });
    const { winner, from } = mustEnd(match, what);
    expect(
      match.to("A", "CHOOSE_PARITY_CALL").length,
      `how often A was asked for its choice, when ${what}`,
    ).is(0);
    expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(match.playerA.id);
  },
});
