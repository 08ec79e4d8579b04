import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { httpStatus, notJson, rpcError, type Step } from "../../../peers/behaviour.js";
import { playCases } from "../_cases.js";
import { mustLose } from "../_loss.js";
import { inTurn, refusedMatch } from "../_times.js";

const ANSWERS: readonly { how: string; step: Step }[] = [
  { how: "HTTP 500", step: httpStatus(500) },
  { how: "a JSON-RPC error", step: rpcError(-32_000, "not today") },
  { how: "HTML", step: notJson() },
];

export default check<RefereeBench>({
  id: "referee/loss/errors-are-no-answers",
  title:
    "lets a player lose that answers each call with an HTTP error, an error response or something that is not JSON",
  decides: ["REF-LOSS-02", "TRN-OUT-03"],
  kills: [
    "referee:takes-errors-for-answers",
    "referee:silent-after-a-failure",
    "referee:loss-for-the-wrong-side",
  ],
  patient: true,
  worstCaseMs: inTurn(2 * ANSWERS.length, refusedMatch),
  async run(bench) {
    const cases = ANSWERS.flatMap(({ how, step }) => [
      { what: `A answered each invitation with ${how}`, a: { join: step }, patienceMs: refusedMatch },
      { what: `A answered each choice call with ${how}`, a: { choice: step }, patienceMs: refusedMatch },
    ]);
    await playCases(bench.league, cases, (match, { what }) => mustLose(bench, match, "A", what));
  },
});
