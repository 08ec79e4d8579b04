import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { printable } from "../../../json/text.js";
import type { Twist } from "../../../peers/speaker.js";
import { mustServe, timeFor } from "../_rpc.js";

/** What an answer may be made of: the message itself, a complaint about it, a complaint about its JSON. */
const TWISTS: readonly (readonly [string, Twist])[] = [
  ["a message", {}],
  ["a message without its timestamp", { remove: ["/timestamp"] }],
  ["a message of another protocol", { set: { "/protocol": "league.v1" } }],
  ["a message of another type", { set: { "/message_type": "NO_SUCH_MESSAGE" } }],
];

export default check<TransportBench>({
  id: "transport/robustness/keeps-tokens",
  title: "repeats nobody's token in its answers",
  decides: ["TRN-SAFE-02"],
  kills: ["transport:repeats-tokens"],
  worstCaseMs: timeFor(4 * (TWISTS.length + 2)),
  async run(bench) {
    await mustServe(bench);
    for (const [what, twist] of [...TWISTS, ["a message that breaks off", undefined] as const]) {
      const token = Buffer.from(bench.random.bytes(16)).toString("hex");
      const body = bench.validBody(1, { ...twist, set: { ...twist?.set, "/auth_token": token } });
      const text = JSON.stringify(body);
      const answer = await bench.agent.send(twist === undefined ? text.slice(0, -2) : text, {
        question: `${what} that bears the token of somebody else`,
      });
      const said = answer.raw.kind === "reply" ? printable(answer.raw.body, 65_536) : "";
      bench.expect.that(!said.includes(token), {
        diagnosis: `the answer to ${answer.question} repeats that token`,
        expected: "an answer without it",
        received: answer.describe(),
      });
    }
  },
});
