import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { utc } from "../../../time/utc.js";
import { mustAccept, tell, timeFor } from "../_rpc.js";

/** Required in every message, and a text in each of them. */
const FIELDS = ["conversation_id", "timestamp"] as const;

export default check<TransportBench>({
  id: "transport/envelope/inherited-fields",
  title: "takes no field of __proto__ for one of the message",
  decides: ["TRN-ENV-07"],
  kills: ["transport:reads-through-proto"],
  worstCaseMs: timeFor(4 * (2 * FIELDS.length + 1)),
  async run(bench) {
    await mustAccept(bench);
    let asked = 0;
    for (const field of FIELDS) {
      const without = await bench.agent.send(bench.validBody(1, { remove: [`/${field}`] }), {
        question: `a message without ${field}`,
      });
      if (without.outcome !== "refusal") continue;
      asked += 1;
      const value = JSON.stringify(field === "timestamp" ? utc(bench.clock.now()) : "conv-inherited");
      const text = JSON.stringify(bench.validBody(1, { remove: [`/${field}`], set: { "/x_here": 0 } }));
      const answer = await bench.agent.send(text.replace('"x_here":0', `"__proto__":{"${field}":${value}}`), {
        question: `a message that has ${field} only inside of __proto__`,
      });
      bench.expect.that(answer.outcome !== "message", {
        diagnosis: `${answer.question} was accepted (${tell(answer)}), though one without ${field} is refused`,
        expected: `the refusal of a message without ${field}`,
        received: tell(answer),
        hint: "Members named __proto__ must not become the prototype of the message.",
      });
    }
    if (asked === 0)
      bench.notExercised(
        `messages without ${FIELDS.join(" or ")} are accepted, so that nothing can stand for them`,
      );
  },
});
