import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { directMatchDeadline } from "../../../contract.js";
import { quickMatch } from "../../../time/mandates.js";
import { orderAlone } from "../_order.js";

/** RA accepts, RC acknowledges, RS answers with the result when the match is over: each of them will do. */
const ACKNOWLEDGED = /^(acknowledged|accepted)$/i;
const RESULT = ["winner", "result", "game_result", "drawn_number", "dice_roll"];

export default check<RefereeBench>({
  id: "referee/assignment/answers-run-match",
  title: "answers RUN_MATCH with the match_id and an acknowledgement or, within 60 s, the result",
  decides: ["REF-RUN-02"],
  kills: [
    "referee:acknowledges-another-match",
    "referee:acknowledges-with-ok",
    "referee:never-answers-run-match",
  ],
  worstCaseMs: directMatchDeadline() + quickMatch(),
  async run(bench) {
    const { expect } = bench;
    const { answer, match } = await orderAlone(bench);
    expect(answer.result, "the answer to RUN_MATCH").at("/match_id").is(match.matchId);
    const { status } = answer.result;
    const isAnswered =
      (typeof status === "string" && ACKNOWLEDGED.test(status)) ||
      RESULT.some((member) => Object.hasOwn(answer.result, member));
    expect.that(isAnswered, {
      diagnosis: `RUN_MATCH was answered with the status ${JSON.stringify(status)} and no result; expected an acknowledgement or the result`,
      expected: "status acknowledged or accepted, or a result",
      received: JSON.stringify(status) ?? "nothing",
    });
    expect.time(answer.ms, "the answer to RUN_MATCH").isAtMost(directMatchDeadline());
  },
});
