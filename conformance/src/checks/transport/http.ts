import { MOST_LIMITS, START_LIMIT_MS } from "../../fixtures/starts.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import type { JsonObject } from "../../json.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { headerOf } from "../../wire/types.js";
import {
  assertStatus,
  each,
  isAnswerOfForm,
  NO_SUCH_METHOD,
  requests,
  sendServed,
} from "./helpers/json-rpc.js";

const OTHERS = ["text/plain", "application/x-www-form-urlencoded", "application/xml"];

const SAME = ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"];

/** An agent may serve a page at `/`. */
const ELSEWHERE = [
  { path: "/no-such-path", verb: "POST" },
  { path: "/no-such-path", verb: "GET" },
  { path: "/mcpx", verb: "POST" },
  { path: "/mcpx", verb: "GET" },
  { path: "/", verb: "POST" },
];

const VERBS = ["GET", "PUT", "DELETE", "PATCH"];

export const httpChecks: readonly Check<TransportFixture>[] = [
  {
    id: "transport/http/content-type",
    title: "accepts application/json in any notation, and answers other content types with 415",
    decides: ["TRN-HTTP-03"],
    steps: [requests(OTHERS.length + SAME.length + 1)],
    async run(fixture) {
      await sendServed(fixture);
      const post = (type: string) =>
        fixture.agent.send(fixture.validBody(), {
          question: `a request with the content type ${type}`,
          http: { headers: [["content-type", type]] },
        });
      await each(SAME, async (type) => {
        const answer = await post(type);
        fixture.expect.answer(answer, isAnswerOfForm(fixture, answer), "the same as for application/json");
      });
      await each(OTHERS, async (type) => {
        const answer = await post(type);
        assertStatus(fixture, answer, 415);
      });
    },
  },
  {
    id: "transport/http/no-content",
    title: "answers a notification with the status 204 and without a body",
    decides: ["TRN-HTTP-01"],
    steps: [requests(6)],
    async run(fixture) {
      await sendServed(fixture);
      const { id: _, ...known } = fixture.validBody();
      const { jsonrpc, method } = known;
      // The rule over all messages judges an answer that is a response.
      const notifications: readonly JsonObject[] = [
        known,
        { jsonrpc, method: "ping" },
        { jsonrpc, method: NO_SUCH_METHOD, params: {} },
        { jsonrpc, method, params: {} },
        { jsonrpc, method, params: [] },
      ];
      await each(notifications, async (body) => {
        const answer = await fixture.agent.send(body, {
          question: `the notification ${JSON.stringify({ method: body.method, params: body.params })}`,
        });
        fixture.expect.answer(
          answer,
          answer.status === 204 && answer.json === undefined,
          "HTTP 204 without a body",
        );
      });
    },
  },
  {
    id: "transport/http/other-paths",
    title: "answers requests for other paths with the status 404",
    decides: ["TRN-HTTP-02"],
    steps: [requests(ELSEWHERE.length + 1)],
    async run(fixture) {
      await sendServed(fixture);
      await each(ELSEWHERE, async ({ path, verb }) => {
        const body = verb === "POST" ? fixture.validBody() : "";
        const answer = await fixture.agent.send(body, { question: `${verb} ${path}`, http: { path, verb } });
        assertStatus(fixture, answer, 404);
      });
    },
  },
  {
    id: "transport/http/other-verbs",
    title: "answers other verbs than POST with the status 405 and an Allow header that names POST",
    decides: ["TRN-HTTP-02"],
    steps: [requests(VERBS.length + 1)],
    async run(fixture) {
      await sendServed(fixture);
      await each(VERBS, async (verb) => {
        const body = verb === "GET" || verb === "DELETE" ? "" : fixture.validBody();
        const answer = await fixture.agent.send(body, {
          question: `${verb} on the agent's endpoint`,
          http: { verb },
        });
        assertStatus(fixture, answer, 405);
        const allow = answer.raw.kind === "reply" ? headerOf(answer.raw.headers, "allow") : undefined;
        fixture.expect.that(/\bPOST\b/i.test(allow ?? ""), {
          diagnosis: `the 405 for ${answer.question} has ${allow === undefined ? "no Allow header" : `the header Allow: ${allow}`}; expected one that names POST`,
          expected: "Allow: POST",
          received: allow ?? "nothing",
        });
      });
    },
  },
  {
    id: "transport/start/port-in-use",
    title: "ends with an error when its port is in use",
    decides: ["TRN-LIFE-01"],
    needs: { command: true, last: true },
    steps: [times(MOST_LIMITS, START_LIMIT_MS), requests(1)],
    async run(fixture) {
      const { agent: first, launch, expect } = fixture;
      const port = Number(new URL(first.url).port);
      const { agent: second } = await launch({ port, wait: false });
      const exit = await second.exitAtStart(START_LIMIT_MS);
      // Otherwise the port may be free.
      await sendServed(fixture, first);
      expect.that(exit !== undefined, {
        diagnosis: `a second instance, started on port ${port} where the first one serves, still runs after ${START_LIMIT_MS / 1_000} s`,
        expected: "its end, with an error",
        received: "a process without a server",
      });
      expect.that(exit?.code !== 0, {
        diagnosis: `a second instance, started on port ${port} where the first one serves, ended with the exit code 0`,
        expected: "a non-zero exit code",
        received: "0",
      });
    },
  },
];
