import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { bytesOf, isObject, show } from "../../json.js";
import { AMBIGUOUS, BROKEN, EMPTY } from "../../negatives/hostile.js";
import type { Answer } from "../../peers/exchange/answer.js";
import type { Check } from "../../types.js";
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  refuses,
  requests,
  sendAccepted,
} from "./helpers/json-rpc.js";

/** Types that are never sent with the method of the plain message. */
const OTHERS = ["LEAGUE_QUERY_RESPONSE", "NO_SUCH_MESSAGE"];

const MESSAGES = ["LEAGUE_ERROR", "GAME_ERROR"];

export const errorChecks: readonly Check<TransportFixture>[] = [
  refuses({
    id: "transport/error/other-message-type",
    title: "answers a message whose type belongs to another method with -32602",
    decides: ["TRN-ERR-03"],
    after: "accepted",
    codes: [INVALID_PARAMS],
    most: OTHERS.length,
    bodies: ({ validBody }) =>
      OTHERS.map((type) => {
        const body = validBody(1, { set: { "/message_type": type } });
        return [`${String(body.method)} with the message_type ${type}`, body];
      }),
  }),
  refuses({
    id: "transport/error/parse-error",
    title: "answers a body that is no JSON with a single error -32700",
    decides: ["TRN-ERR-01"],
    codes: [PARSE_ERROR],
    hint: "The framework may refuse broken JSON before your code sees it: take the body as text and parse it yourself.",
    most: EMPTY.length + BROKEN.length,
    bodies: ({ validBody }) => [
      ...BROKEN.map(([question, make]) => [question, make(validBody())] as const),
      ...EMPTY.map(
        ([question, make]) => [question, make(validBody()), [PARSE_ERROR, INVALID_REQUEST]] as const,
      ),
    ],
  }),
  refuses({
    id: "transport/error/positional-params",
    title: "answers positional params with -32602",
    decides: ["TRN-ERR-03"],
    after: "accepted",
    codes: [INVALID_PARAMS],
    most: 2,
    bodies({ validBody }) {
      const body = validBody();
      return [[body.params], []].map((params) => ["a request with positional params", { ...body, params }]);
    },
  }),
  {
    id: "transport/error/tells-what-is-wrong",
    title: "refuses with the code and name of the league's error, and the whole error message as data",
    decides: ["TRN-ERR-04"],
    steps: [requests(12)],
    async run(fixture) {
      const { expect, valid } = fixture;
      await sendAccepted(fixture);
      let refused = 0;

      const version = await valid({ set: { "/protocol": "league.v1" } });
      // Another check judges whether it must be refused, and for which reason.
      if (version.outcome === "refusal" && isOfProtocol(version)) {
        refused += 1;
        const what = "the error for a message of another protocol";
        expect(data(version).error_code, `error_code in the data of ${what}`).is("E018");
        expect(version.refusal.code, `the code of ${what}`).is(-32_018);
        // A tool's error has data and no message.
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
      if (refused === 0)
        fixture.notExercised("neither another protocol nor a missing timestamp is refused", [
          "TRN-ENV-01",
          "TRN-ENV-08",
        ]);

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
  },
  refuses({
    id: "transport/json/ambiguous",
    title: "refuses bodies that are no UTF-8 or name a member twice with -32700",
    decides: ["TRN-JSON-02"],
    codes: [PARSE_ERROR],
    most: AMBIGUOUS.length,
    bodies: ({ validBody }) =>
      AMBIGUOUS.flatMap(([question, make]) => {
        const valid = validBody();
        const body = make(valid);
        // Not every wire form has all of these members.
        return Buffer.compare(body, bytesOf(valid)) === 0 ? [] : [[question, body] as const];
      }),
  }),
];

/** Whether the code of the error or of its data means a wrong protocol, or no particular reason. */
function isOfProtocol({ refusal: { code, league } }: Answer): boolean {
  return code === -32_018 || league === "E018" || league === undefined;
}

function isViolation(value: unknown): boolean {
  return (
    isObject(value) && ["pointer", "keyword", "message"].every((name) => typeof value[name] === "string")
  );
}
