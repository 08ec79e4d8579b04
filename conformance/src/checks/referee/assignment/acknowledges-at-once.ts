import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { directMatchDeadline } from "../../../contract.js";
import { joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { orderAlone } from "../_order.js";
import { joinDeadline } from "../_times.js";

export default check<RefereeBench>({
  id: "referee/assignment/acknowledges-at-once",
  title: "answers RUN_MATCH with RUN_MATCH_ACK before any player has answered",
  decides: ["REF-RUN-03"],
  kills: ["referee:acknowledges-late", "referee:acknowledges-with-ok"],
  slow: true,
  worstCaseMs: quickMatch() + joinDeadline + directMatchDeadline(),
  async run(bench) {
    const { expect, notExercised } = bench;
    const thinks = joinDeadline / 2;
    const slow = { join: joins({ afterMs: thinks }) };
    const { answer, match } = await orderAlone(bench, { a: slow, b: slow });
    const [first] = match.invitations;
    if (first === undefined) return notExercised("the match was not begun");
    expect(answer.result.message_type, "message_type of the answer to RUN_MATCH").is("RUN_MATCH_ACK");
    expect(answer.result.status, "status of RUN_MATCH_ACK").is("acknowledged");
    const late = answer.raw.timing.end_ms - first.at_ms - thinks;
    expect
      .time(Math.max(0, late), "the time by which RUN_MATCH_ACK came after the first answer of a player")
      .isAtMost(0);
  },
});
