import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses, joins, rpcError, type Step } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustEnd } from "../_loss.js";
import { choiceOf, progressOf } from "../_outcome.js";
import { askedAtMost, inTurn, refusedMatch } from "../_times.js";

const CALLS = { GAME_INVITATION: "invitation", CHOOSE_PARITY_CALL: "choice call" };

/** Whoever is asked once more may answer once more: a referee that asks four times and reads three answers is off by one. */
export default check<RefereeBench>({
  id: "referee/reply/counts-the-last-answer",
  title: "plays with a player whose fourth answer is the first good one, if it asks four times",
  decides: ["REF-JOIN-01", "REF-CHOICE-05"],
  kills: ["referee:deaf-to-the-last-answer"],
  patient: true,
  worstCaseMs: inTurn(2, refusedMatch),
  async run({ league, expect, notApplicable, notExercised }) {
    const atLast = (step: Step) => [
      ...Array.from({ length: askedAtMost - 1 }, () => rpcError(-32_000, "not yet")),
      step,
    ];
    const cases = [
      { type: "GAME_INVITATION", a: { join: atLast(joins()), choice: chooses("odd") } },
      { type: "CHOOSE_PARITY_CALL", a: { choice: atLast(chooses("odd")) } },
    ] as const;
    const plans = cases.map((one) => ({
      ...one,
      what: `A answered the first ${askedAtMost - 1} ${CALLS[one.type]}s with a JSON-RPC error and the last one well`,
      patienceMs: refusedMatch,
    }));
    let [begun, tried] = [0, 0];
    await playCases(league, plans, (match, { type, what }) => {
      begun += match.invitations.length;
      if (match.to("A", type).length < askedAtMost) return;
      tried += 1;
      const outcome = mustEnd(match, what);
      expect(
        choiceOf(outcome, match.playerA),
        `the published choice of A, which chose "odd", when ${what} (${progressOf(match)}),`,
      ).is("odd");
    });
    if (begun === 0) notExercised("the referee invited nobody");
    if (tried === 0) notApplicable(`this referee asks nobody ${askedAtMost} times`);
  },
});
