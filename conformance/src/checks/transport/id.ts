import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { show, textOfBytes } from "../../json.js";
import type { Check } from "../../types.js";
import {
  answersOtherwise,
  brokenByItsForm,
  each,
  INVALID_REQUEST,
  isAnswerOfForm,
  isResponse,
  NO_SUCH_METHOD,
  refuses,
  requests,
  sendServed,
} from "./helpers/json-rpc.js";

/** Numbers that a double cannot hold; 2^53 + 1 is the first of them. */
const IDS = ["9007199254740993", "123456789012345678901234567890"];

/** Each of its characters has several bytes. */
const SPLIT_ID = "ключ-鍵-🔑";

/** The body of such a request comes in about half a second, one byte after the other. */
const BYTES_PER_SECOND = 200;

const ECHOED_IDS: readonly (string | number)[] = [
  "",
  "a",
  "1",
  "null",
  " a ",
  "Abc-aBC",
  SPLIT_ID,
  // "é" as two characters, which a normalising agent makes one.
  "cafe\u0301",
  'q"\\',
  "0123456789".repeat(12),
  1,
  0,
  -1,
  1.5,
  2 ** 32,
  2 ** 53 - 1,
];

const ODD_TYPES_IDS: readonly unknown[] = [{}, { a: 1 }, [], [1], true, false];

const BODIES = ['{"jsonrpc":"2.0","method":"foobar, "params":"bar","baz]', '"text"', '{"foo":"boo"}'];

async function skipIfIdsAreText(fixture: TransportFixture): Promise<void> {
  const { json } = await fixture.agent.send({ jsonrpc: "2.0", id: 1, method: NO_SUCH_METHOD, params: {} });
  if (isResponse(json) && json.id === "1")
    fixture.notExercised("the agent gives every number that is an id back as text", ["TRN-ID-01"]);
}

export const idChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/id/beyond-doubles",
    title: "returns no other id for one that is too long for it",
    decides: ["TRN-ID-01"],
    steps: [requests(2 * IDS.length + 1)],
    async run(fixture) {
      await sendServed(fixture);
      await each(IDS, async (id) => {
        const body = `{"jsonrpc":"2.0","id":${id},"method":"${NO_SUCH_METHOD}","params":{}}`;
        const answer = await fixture.agent.send(body, { question: `a request with the id ${id}` });
        if (!isResponse(answer.json) || answer.json.id === null || answer.json.id === undefined) {
          fixture.note(`${id} did not come back at all`);
          fixture.expect.answer(
            answer,
            answer.raw.kind === "reply",
            "an answer, such as the error -32601 for an unknown method",
            { what: `a request for an unknown method (${NO_SUCH_METHOD}) with the id ${id}`, but: "" },
          );
          return;
        }
        const text = answer.raw.kind === "reply" ? textOfBytes(answer.raw.body) : "";
        const digits = /"id"\s*:\s*([^\s,}]+)/.exec(text)?.[1] ?? "nothing";
        // JSON parsers may limit numbers (RFC 4627, 2.4 and 4); the returned id is the one that the agent has read.
        if (digits !== id && Number(digits) === Number(id))
          fixture.notExercised(`the agent reads numbers as doubles: the id ${id} came back as ${digits}`);
        // transport/id/echoed judges an agent that converts every id to text.
        if (digits === show(id)) await skipIfIdsAreText(fixture);
        fixture.expect.that(digits === id, {
          diagnosis: `a request with the id ${id} was answered with the id ${digits}, which belongs to another request`,
          expected: `${id}, or an error with the id null`,
          received: digits,
          hint: "Refuse an id that you cannot hold, or repeat its digits.",
        });
      });
    },
  },
  {
    id: "transport/id/echoed",
    title: "returns each id unchanged: strings as strings, numbers as numbers, in results and in errors",
    decides: ["TRN-ID-01"],
    steps: [requests(2 * ECHOED_IDS.length + 1)],
    async run(fixture) {
      await sendServed(fixture);
      if (answersOtherwise(fixture))
        fixture.notApplicable("the answers of this wire form have no id of the question");
      // No id is used twice in a row, so that an answer with the previous id is detected.
      const requests = [
        ...ECHOED_IDS.map((id) => ({ id, body: fixture.validBody(id) })),
        ...ECHOED_IDS.map((id) => ({
          id,
          body: { jsonrpc: "2.0", id, method: NO_SUCH_METHOD, params: {} },
        })),
      ];
      await each(requests, async ({ id, body }) => {
        const answer = await fixture.agent.send(body, {
          question: `the request ${String(body.method)} with the id ${show(id)}`,
        });
        // The checks of errors judge whether an error is a JSON-RPC response; the known method was answered with one.
        if (!isResponse(answer.json) && body.method === NO_SUCH_METHOD) return;
        if (answer.failure !== undefined)
          fixture.notExercised(`${answer.question} ${answer.describeAsEnd()}`);
        fixture.expect.answer(answer, isResponse(answer.json), `a response with the id ${show(id)}`, {
          but: ", while the same request with another id is served",
        });
        const response = isResponse(answer.json) ? answer.json : {};
        fixture.expect(response.id, `the id of the answer to ${answer.question}`).is(id);
      });
    },
  },
  /** The pieces in which a network delivers a body may end in the middle of a character. */
  {
    id: "transport/id/in-pieces",
    title: "returns an id outside ASCII unchanged when its request comes in pieces",
    decides: ["TRN-ID-01"],
    slow: true,
    steps: [requests(3)],
    async run(fixture) {
      await sendServed(fixture);
      if (answersOtherwise(fixture))
        fixture.notApplicable("the answers of this wire form have no id of the question");
      const body = { jsonrpc: "2.0", id: SPLIT_ID, method: NO_SUCH_METHOD, params: {} };
      const whole = await fixture.agent.send(body, { question: `a request with the id ${SPLIT_ID}` });
      if (!isResponse(whole.json) || whole.json.id !== SPLIT_ID)
        return fixture.notExercised("the id does not come back from a request in one piece either", [
          "TRN-ID-01",
          "TRN-RPC-04",
        ]);
      const answer = await fixture.agent.send(body, {
        question: `a request with the id ${SPLIT_ID}, whose bytes came one after the other`,
        http: { pace: { bytesPerSecond: BYTES_PER_SECOND } },
      });
      // An agent may end a connection that is too slow for it.
      if (!isResponse(answer.json)) fixture.notExercised(`${answer.question} ${answer.describeAsEnd()}`);
      const { id } = isResponse(answer.json) ? answer.json : {};
      fixture.expect(id, `the id of the answer to ${answer.question}`).is(SPLIT_ID);
    },
  },
  {
    id: "transport/id/null",
    title: "answers a request whose id is null, with the id null",
    decides: ["TRN-ID-02"],
    steps: [requests(4)],
    async run(fixture) {
      await sendServed(fixture);
      const bodies = [
        fixture.validBody(null),
        { jsonrpc: "2.0", id: null, method: NO_SUCH_METHOD, params: {} },
      ];
      await each(bodies, async (body) => {
        const answer = await fixture.agent.send(body, {
          question: `the request ${String(body.method)} with the id null`,
        });
        // A refusal as text is an answer; the checks of errors judge whether it is a JSON-RPC response.
        const isInWords = answer.outcome === "refusal" && !isResponse(answer.json);
        if (isInWords && body.method === NO_SUCH_METHOD) return;
        fixture.expect.answer(answer, isAnswerOfForm(fixture, answer), "a response with the id null", {
          but: "; a request with an id, be it null, is no notification",
          ...brokenByItsForm(answer),
        });
        // An answer that is no response has no id of the request.
        if (!isResponse(answer.json)) return;
        const { id } = answer.json;
        fixture.expect(id, `the id of the answer to ${answer.question}`).is(null);
      });
      const others = ["before-null", "after-null"] as const;
      const batch = [fixture.validBody(others[0]), ...bodies, fixture.validBody(others[1])];
      const answer = await fixture.agent.send(batch, { question: "a batch of requests with the id null" });
      const ids = Array.isArray(answer.json) ? answer.json.filter(isResponse).map(({ id }) => id) : [];
      // transport/batch/mixed judges whether it accepts batches.
      fixture.expect.that(!others.every((id) => ids.includes(id)) || ids.includes(null), {
        diagnosis: `${answer.question} was answered with responses to ${show(ids)}; a request with an id, be it null, is no notification`,
        expected: "responses with the id null too",
        received: show(ids),
      });
    },
  },
  refuses({
    id: "transport/id/odd-types",
    title: "answers a request whose id is an object, a list or a boolean with -32600",
    decides: ["TRN-ID-04"],
    codes: [INVALID_REQUEST],
    most: ODD_TYPES_IDS.length,
    bodies: ({ validBody }) =>
      ODD_TYPES_IDS.map((id) => [`a request with the id ${show(id)}`, { ...validBody(), id }]),
  }),
  {
    id: "transport/id/unreadable",
    title: "puts the id null into the error for a request whose id could not be read",
    decides: ["TRN-ID-03"],
    steps: [requests(4 * BODIES.length)],
    async run(fixture) {
      await sendServed(fixture);
      let seen = 0;
      for (const body of BODIES) {
        const answer = await fixture.agent.send(body, { question: `the body ${body}` });
        // Other checks judge whether it is answered with an error.
        if (!isResponse(answer.json)) continue;
        seen += 1;
        const { json } = answer;
        fixture
          .expect(json.id, `the id of the answer to ${answer.question}, whose id cannot be read,`)
          .is(null);
      }
      if (seen === 0)
        fixture.notExercised("no body without a readable id was answered with a JSON-RPC response", [
          "TRN-ERR-01",
          "TRN-RPC-05",
        ]);
    },
  },
];
