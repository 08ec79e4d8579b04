import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { show } from "../../../json/text.js";
import type { Answer } from "../../../peers/answer.js";
import { INVALID_PARAMS, timeFor } from "../_rpc.js";

const MESSAGES = ["LEAGUE_ERROR", "GAME_ERROR"];

export default check<TransportBench>({
  id: "transport/error/tells-what-is-wrong",
  title: "refuses with the code and name of the league's error, and the whole error message as data",
  decides: ["TRN-ERR-04"],
  kills: ["transport:errors-without-data", "transport:one-code-for-all", "transport:violations-in-prose"],
  worstCaseMs: timeFor(12),
  async run(bench) {
    const { expect, valid } = bench;
    const plain = await valid();
    if (plain.outcome !== "message")
      bench.notExercised(`a plain request was not accepted: ${plain.describe()}`);

    const version = await valid({ set: { "/protocol": "league.v1" } });
    const rule = data(version);
    expect(version.refusal.code, `the code of the error for ${plain.question} with another protocol`).is(
      -32_018,
    );
    expect(version.refusal.message, "the message of that error").is("PROTOCOL_VERSION_MISMATCH");
    expect(rule.error_code, "error_code in the data of that error").is("E018");

    const schema = await valid({ remove: ["/timestamp"] });
    const fault = data(schema);
    expect(schema.refusal.code, `the code of the error for ${plain.question} without a timestamp`).is(
      INVALID_PARAMS,
    );
    const list: unknown[] = Array.isArray(fault.violations) ? fault.violations : [];
    expect.that(list.length > 0 && list.every(isViolation), {
      diagnosis: `the violations in the data of the error for a message without a timestamp are ${show(fault.violations)}`,
      expected: "a list of {pointer, keyword, message}",
      received: show(fault.violations),
    });

    function data(answer: Answer): Record<string, unknown> {
      const given = answer.refusal.data;
      const whole =
        isObject(given) && MESSAGES.includes(String(given.message_type)) && given.protocol === "league.v2";
      expect.that(whole, {
        diagnosis: `the error for ${answer.question} has the data ${show(given)}; expected a whole LEAGUE_ERROR or GAME_ERROR message`,
        expected: MESSAGES.join(" or "),
        received: show(given),
      });
      return isObject(given) ? given : {};
    }
  },
});

function isViolation(value: unknown): boolean {
  return (
    isObject(value) && ["pointer", "keyword", "message"].every((name) => typeof value[name] === "string")
  );
}
