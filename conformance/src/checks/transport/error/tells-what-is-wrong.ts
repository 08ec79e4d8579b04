import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { show } from "../../../json/text.js";
import type { Answer } from "../../../peers/answer.js";
import { INVALID_PARAMS, mustAccept, timeFor } from "../_rpc.js";

const MESSAGES = ["LEAGUE_ERROR", "GAME_ERROR"];

export default check<TransportBench>({
  id: "transport/error/tells-what-is-wrong",
  title: "refuses with the code and name of the league's error, and the whole error message as data",
  decides: ["TRN-ERR-04"],
  kills: ["transport:errors-without-data", "transport:one-code-for-all", "transport:violations-in-prose"],
  worstCaseMs: timeFor(12),
  async run(bench) {
    const { expect, valid } = bench;
    await mustAccept(bench);
    let refused = 0;

    const version = await valid({ set: { "/protocol": "league.v1" } });
    // Whether it must be refused at all is for another check.
    if (version.outcome === "refusal") {
      refused += 1;
      const what = "the error for a message of another protocol";
      expect(data(version).error_code, `error_code in the data of ${what}`).is("E018");
      expect(version.refusal.code, `the code of ${what}`).is(-32_018);
      // A tool's error has no message beside its data.
      if (version.refusal.form !== "tool")
        expect(version.refusal.message, `the message of ${what}`).is("PROTOCOL_VERSION_MISMATCH");
    }

    const schema = await valid({ remove: ["/timestamp"] });
    if (schema.outcome === "refusal") {
      refused += 1;
      const { violations } = data(schema);
      expect(schema.refusal.code, "the code of the error for a message without a timestamp").is(
        INVALID_PARAMS,
      );
      const list: unknown[] = Array.isArray(violations) ? violations : [];
      expect.that(list.length > 0 && list.every(isViolation), {
        diagnosis: `the violations in the data of the error for a message without a timestamp are ${show(violations)}`,
        expected: "a list of {pointer, keyword, message}",
        received: show(violations),
      });
    }
    if (refused === 0) bench.notExercised("neither another protocol nor a missing timestamp is refused");

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
