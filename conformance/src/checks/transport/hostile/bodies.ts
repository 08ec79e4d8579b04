import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { HOSTILE, type Hostile } from "../../../negatives/hostile.js";
import type { Answer } from "../../../peers/answer.js";
import { came, tell } from "../_rpc.js";

const KILLS: Readonly<Record<Hostile["outcome"], string>> = {
  refused: "transport:answers-nonsense",
  "as-valid": "transport:refuses-strange-members",
  survived: "transport:dies-of-hostile-bodies",
};

/** One check for each body that no schema describes; after each of them a plain request must still be served. */
export default HOSTILE.map((hostile) =>
  check<TransportBench>({
    id: `transport/hostile/${hostile.name}`,
    title: `stands ${hostile.label}`,
    decides: [hostile.clause],
    kills: [KILLS[hostile.outcome]],
    // Whoever dies of one body must not be found dead by the next check.
    ...(hostile.outcome === "survived" ? { needs: { fresh: true } } : {}),
    worstCaseMs: 3 * deadlineOf("ROUND_ANNOUNCEMENT"),
    async run(bench) {
      const { agent, expect, notExercised } = bench;
      const before = await bench.valid();
      if (before.outcome !== "message")
        notExercised(`a plain request ${came(before)}, so that nothing can be compared with it`);
      const answer = await agent.send(hostile.body(bench.validBody()), {
        question: `a request with ${hostile.label}`,
      });
      expect.that(isRight(answer, hostile), {
        diagnosis: `${answer.question} ${came(answer)}; expected ${wanted(hostile)}`,
        expected: wanted(hostile),
        received: tell(answer),
      });
      const after = await bench.valid();
      expect.that(after.outcome === "message", {
        diagnosis: `after ${hostile.label}, a plain request ${came(after)}`,
        expected: "the answer that it got before",
        received: tell(after),
      });
    },
  }),
);

/** Hanging up is a refusal too. */
function isRight(answer: Answer, { outcome, codes }: Hostile): boolean {
  if (outcome === "survived") return true;
  if (outcome === "as-valid") return answer.outcome === "message";
  if (answer.outcome === "failure") return true;
  if (answer.outcome !== "refusal") return false;
  const { code } = answer.refusal;
  return codes === undefined || code === undefined || codes.includes(code);
}

function wanted({ outcome, codes = [] }: Hostile): string {
  if (outcome === "survived") return "any answer";
  if (outcome === "as-valid") return "the answer to the plain request";
  return codes.length === 0 ? "an error" : `the error ${codes.join(" or ")}`;
}
