import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { aWhile } from "../../../time/mandates.js";
import type { ScriptedAnswer } from "../../../wire/types.js";
import { came, timeFor } from "../_rpc.js";
import { AFTERMATH_MS, afterFirst } from "./_aftermath.js";

const text = (type: string, body: string, status = 200): ScriptedAnswer => ({
  kind: "reply",
  status,
  headers: [["content-type", type]],
  body,
});

const BAD: readonly (readonly [what: string, answer: ScriptedAnswer])[] = [
  ["HTTP 500", text("text/plain", "Internal Server Error", 500)],
  ["an HTML page", text("text/html", "<!doctype html><title>Welcome</title>")],
  ["JSON that is no JSON-RPC", text("application/json", '{"hello":["world"]}')],
  ["JSON that breaks off", text("application/json", '{"jsonrpc":"2.0","id":1,"result":{"stat')],
];

export default BAD.map(([what, bad]) =>
  check<TransportBench>({
    id: `transport/outgoing/${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    title: `takes ${what} for a failed call, and goes on`,
    decides: ["TRN-OUT-03"],
    kills: ["transport:dies-of-bad-answers", "transport:believes-bad-answers"],
    needs: { command: true },
    worstCaseMs: AFTERMATH_MS + timeFor(1) + aWhile(),
    async run(bench) {
      const [plain, odd] = await Promise.all([afterFirst(bench, { kind: "reset" }), afterFirst(bench, bad)]);
      const { call, again, failed, launched } = odd;
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
      if (launched.agent.instance.exit() !== undefined) return;
      const answer = await launched.agent.call("ping");
      // A league manager may end with its league, and hears nothing any more a moment before.
      const exit = answer.failure === undefined ? undefined : await launched.agent.exit(aWhile());
      bench.expect.that(answer.failure === undefined || exit?.code === 0, {
        diagnosis: `after ${call} had been answered with ${what}, a request to the agent ${came(answer)}`,
        expected: "any answer",
        received: answer.describe(),
      });
    },
  }),
);
