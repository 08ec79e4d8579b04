import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, choosesRaw } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustEnd, mustNotBePublished } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

const NONSENSE: readonly unknown[] = ["banana", "", null, 7, undefined, ["odd"], "even or odd", " even"];

export default check<RefereeBench>({
  id: "referee/choice/ignores-nonsense",
  title: "neither counts nor publishes a choice that is not even or odd, and does not let its player win",
  decides: ["REF-CHOICE-08"],
  kills: ["referee:publishes-nonsense", "referee:takes-nonsense-for-even", "referee:trims-choices"],
  patient: true,
  worstCaseMs: inTurn(NONSENSE.length, refusedMatch),
  async run(bench) {
    const cases = NONSENSE.map((value) => ({
      what: `A answered each choice call with ${value === undefined ? "no parity_choice" : `the parity_choice ${JSON.stringify(value)}`}`,
      a: { choice: choosesRaw(value) },
      b: { choice: chooses("odd") },
      patienceMs: refusedMatch,
    }));
    await playCases(bench.league, cases, (match, { what }) => {
      const { winner, from } = mustEnd(match, what);
      mustNotBePublished(bench, match, "A", what);
      bench.expect(winner, `the winner in ${from} of a match in which ${what}`).isNot(match.playerA.id);
    });
  },
});
