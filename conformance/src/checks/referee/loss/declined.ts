import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { declines } from "../../../peers/behaviour.js";
import { mustEnd } from "../_loss.js";
import { unjoinedMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/declined",
  title: "does not play a match on that was declined, and does not let the player win that declined it",
  decides: ["REF-LOSS-03"],
  kills: ["referee:plays-on-after-a-decline"],
  patient: true,
  worstCaseMs: unjoinedMatch,
  async run({ league, expect }) {
    const match = await league.runMatch({ a: { join: declines() }, patienceMs: unjoinedMatch });
    const what = "A declined its invitation and B joined";
    const { winner, from } = mustEnd(match, what);
    expect(match.calls.length, `how many choice calls came, when ${what}`).is(0);
    expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(match.playerA.id);
  },
});
