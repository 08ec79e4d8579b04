import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { printable } from "../../../json/text.js";
import { each, isResponse, mustServe, NO_SUCH_METHOD, timeFor } from "../_rpc.js";

/** Numbers that a double cannot hold; 2^53 + 1 is the first of them. */
const IDS = ["9007199254740993", "123456789012345678901234567890"];

export default check<TransportBench>({
  id: "transport/id/beyond-doubles",
  title: "gives no other id back for one that is too long for it",
  decides: ["TRN-ID-01"],
  kills: ["transport:short-ids"],
  worstCaseMs: timeFor(IDS.length + 1),
  async run(bench) {
    await mustServe(bench);
    await each(IDS, async (id) => {
      const body = `{"jsonrpc":"2.0","id":${id},"method":"${NO_SUCH_METHOD}","params":{}}`;
      const answer = await bench.agent.send(body, { question: `a request with the id ${id}` });
      if (!isResponse(answer.json) || answer.json.id === null || answer.json.id === undefined) {
        bench.note(`${id} did not come back at all`);
        bench.expect(answer.raw.kind, "the outcome of the exchange").is("reply");
        return;
      }
      const text = answer.raw.kind === "reply" ? printable(answer.raw.body) : "";
      const digits = /"id"\s*:\s*([^\s,}]+)/.exec(text)?.[1] ?? "nothing";
      // JSON lets parsers set limits to numbers (RFC 4627, 2.4 and 4); what the agent gives back is what it has read.
      if (digits !== id && Number(digits) === Number(id))
        bench.notExercised(`the agent reads numbers as doubles: the id ${id} came back as ${digits}`);
      bench.expect.that(digits === id, {
        diagnosis: `a request with the id ${id} was answered with the id ${digits}, which belongs to another request`,
        expected: `${id}, or an error with the id null`,
        received: digits,
        hint: "Refuse an id that you cannot hold, or repeat its digits.",
      });
    });
  },
});
