import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, choosesRaw } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustEnd } from "../_loss.js";
import { choiceOf, isNone } from "../_outcome.js";
import { inTurn, refusedMatch } from "../_times.js";

const CAPITALS = ["EVEN", "Odd"] as const;

export default check<RefereeBench>({
  id: "referee/choice/publishes-lower-case",
  title: "refuses a choice in capitals, or publishes it in lower case",
  decides: ["REF-CHOICE-09"],
  kills: ["referee:publishes-capitals"],
  patient: true,
  worstCaseMs: inTurn(CAPITALS.length, refusedMatch),
  async run({ league, expect }) {
    const cases = CAPITALS.map((sent) => ({
      what: `A sent "${sent}"`,
      sent,
      a: { choice: choosesRaw(sent) },
      b: { choice: chooses("odd") },
      patienceMs: refusedMatch,
    }));
    await playCases(league, cases, (match, { what, sent }) => {
      const outcome = mustEnd(match, what);
      const published = choiceOf(outcome, match.playerA);
      expect.that(isNone(published) || published === sent.toLowerCase(), {
        diagnosis: `${what}, and ${outcome.from} publishes ${JSON.stringify(published)}`,
        expected: `"${sent.toLowerCase()}" or no choice`,
        received: JSON.stringify(published) ?? "nothing",
      });
    });
  },
});
