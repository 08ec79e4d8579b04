import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { AFTERMATH_MS, afterFirst, afterReset } from "./_aftermath.js";

export default check<TransportBench>({
  id: "transport/outgoing/other-ids",
  title: "does not take a response with another id for the answer to its call",
  decides: ["TRN-OUT-04"],
  kills: ["transport:overlooks-ids-of-answers"],
  needs: { command: ["manager"] },
  worstCaseMs: 2 * AFTERMATH_MS,
  async run(bench) {
    if (bench.role === "player") {
      const why = "until then it cannot know whether its league manager repeats ids";
      bench.notExercised(`a player makes no call but to register, and ${why}`);
    }
    const plain = await afterReset(bench);
    const odd = await afterFirst(bench, "other id");
    if (!plain.again) bench.notExercised(`the agent does not repeat ${odd.call} when the connection breaks`);
    bench.expect.that(odd.again || odd.failed, {
      diagnosis: `the response to ${odd.call} bore the id "not-the-id", and the agent took it for the answer`,
      expected: "a failed call",
      received: "no repetition",
    });
  },
});
