import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { aWhile } from "../../../time/mandates.js";
import { came, timeFor } from "../_rpc.js";
import { AFTERMATH_MS, afterFirst, afterReset } from "./_aftermath.js";
import { BAD_ANSWERS } from "./_bad-answers.js";

export default BAD_ANSWERS.map(({ what, answer: bad }) =>
  check<TransportBench>({
    id: `transport/outgoing/${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    title: `takes ${what} for a failed call, and goes on`,
    decides: ["TRN-OUT-03"],
    kills: ["transport:dies-of-bad-answers", "transport:believes-bad-answers"],
    needs: { command: ["player", "manager"] },
    worstCaseMs: 2 * AFTERMATH_MS + timeFor(1) + aWhile(),
    async run(bench) {
      const plain = await afterReset(bench);
      const { call, again, failed, afterwards } = await afterFirst(bench, bad);
      if (!plain.again) {
        const why = `the agent does not repeat ${call} when the connection breaks, so that a failed call cannot be told`;
        bench.notExercised(why);
      }
      // A player that could not register has nothing more to do (IS: REGISTRATION_FAILED).
      const mayEnd = bench.role === "player";
      bench.expect.that(mayEnd || !failed, {
        diagnosis: `the agent's process ended with an error after ${call} was answered with ${what}`,
        expected: "a failed call, as when the connection breaks",
        received: "the end of the process",
      });
      bench.expect.that(again || failed, {
        diagnosis: `${call} was answered with ${what}, and the agent did not repeat it, as it does when the connection breaks`,
        expected: "a failed call, which is repeated",
        received: "no repetition",
      });
      if (afterwards === undefined) return;
      const { answer, exit } = afterwards;
      bench.expect.that(answer.failure === undefined || exit?.code === 0, {
        diagnosis: `after ${call} had been answered with ${what}, a request to the agent ${came(answer)}`,
        expected: "any answer",
        received: answer.describe(),
      });
    },
  }),
);
