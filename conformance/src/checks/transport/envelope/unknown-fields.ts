import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { came, isTakenAsPlain, mustAccept, tell, timeFor } from "../_rpc.js";

/** JSON text, because some of these names mean something else to JSON.stringify and to object literals. */
const MEMBERS = [
  '"x_unknown":{"a":[1]}',
  '"__proto__":{"x":1}',
  '"constructor":"x"',
  '"toString":null',
  '"hasOwnProperty":1',
];

export default check<TransportBench>({
  id: "transport/envelope/unknown-fields",
  title: "ignores fields that it does not know, whatever their names",
  decides: ["TRN-ENV-07"],
  kills: ["transport:refuses-unknown-fields"],
  worstCaseMs: timeFor(4 * (MEMBERS.length + 1)),
  async run(bench) {
    await mustAccept(bench);
    for (const member of MEMBERS) {
      const text = JSON.stringify(bench.validBody(1, { set: { "/x_here": 0 } })).replace(
        '"x_here":0',
        member,
      );
      const answer = await bench.agent.send(text, {
        question: `the same message with the unknown field ${member}`,
      });
      bench.expect.that(await isTakenAsPlain(bench, answer), {
        diagnosis: `${answer.question} ${came(answer)}; without it, it was accepted`,
        expected: "the answer to the message without the field",
        received: tell(answer),
      });
    }
  },
});
