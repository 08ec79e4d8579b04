import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins, never } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustEnd } from "../_loss.js";
import { inTurn, overDeadline, unchosenMatch } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/loss/flat-at-once",
  title: "asks a player that has missed a deadline no second time, in the flat dialect",
  decides: ["REF-LOSS-09"],
  kills: ["referee:flat-invites-again", "referee:flat-asks-again"],
  patient: true,
  worstCaseMs: inTurn(2, unchosenMatch),
  async run({ league, expect }) {
    const cases = [
      { what: "A never joined", type: "GAME_INVITATION", a: { join: never() }, b: { join: joins() } },
      {
        what: "A never chose",
        type: "CHOOSE_PARITY_CALL",
        a: { choice: never() },
        b: { choice: chooses("odd") },
      },
    ];
    const settled = cases.map((one) => ({ ...one, patienceMs: unchosenMatch, settleMs: overDeadline }));
    await playCases(league, settled, (match, { what, type }) => {
      mustEnd(match, what);
      expect(match.to("A", type).length, `how often A was sent ${type}, when ${what}`).is(1);
    });
  },
});
