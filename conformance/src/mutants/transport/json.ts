/** Faults of JSON as text. */
import { mutant } from "../mutant.js";
import { after, before, changeResponses, isResponse, jsonOf, withBody } from "./_body.js";

/** What this character set has. */
const LATIN_1 = /^[\u0020-\u00ff]*$/;

export default [
  mutant({
    id: "transport:words-after-the-json",
    fault: "Writes a line after the JSON of its answers.",
    surgery: after((reply) =>
      isResponse(jsonOf(reply.body)) ? { ...reply, body: `${reply.body}\nOK` } : undefined,
    ),
  }),
  mutant({
    id: "transport:answers-twice",
    fault: "Writes each answer twice into one body.",
    surgery: after((reply) =>
      isResponse(jsonOf(reply.body)) ? { ...reply, body: reply.body + reply.body } : undefined,
    ),
  }),
  mutant({
    id: "transport:byte-order-marks",
    fault: "Begins its answers with a byte order mark.",
    surgery: after((reply) => (reply.body === "" ? undefined : { ...reply, body: `\uFEFF${reply.body}` })),
  }),
  mutant({
    id: "transport:members-twice",
    fault: "Names the member jsonrpc twice in its answers.",
    surgery: after((reply) =>
      isResponse(jsonOf(reply.body))
        ? { ...reply, body: reply.body.replace("{", '{"jsonrpc":"2.0",') }
        : undefined,
    ),
  }),
  mutant({
    id: "transport:latin-1",
    fault: "Writes its answers in ISO 8859-1.",
    surgery: {
      handler: (inner, tools) => {
        const polite = changeResponses((response) => ({ ...response, note: "é" }));
        return polite.handler?.(inner, tools) ?? inner;
      },
      deliver: (answer) => {
        if (answer.kind !== "reply" || typeof answer.body !== "string" || !LATIN_1.test(answer.body))
          return answer;
        return { ...answer, body: Buffer.from(answer.body, "latin1") };
      },
    },
  }),
  mutant({
    id: "transport:forgives-bad-utf8",
    fault: "Reads bytes that are no UTF-8 as replacement characters.",
    surgery: before((http) =>
      typeof http.body === "string" ? undefined : { ...http, body: new TextDecoder().decode(http.body) },
    ),
  }),
  mutant({
    id: "transport:last-of-two-members",
    fault: "Takes the last of two members with one name.",
    surgery: before((http, json) => (json === undefined ? undefined : withBody(http, json))),
  }),
];
