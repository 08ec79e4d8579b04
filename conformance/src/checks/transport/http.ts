import { protocol } from "../../contract.js";
import { MOST_LIMITS, START_LIMIT_MS } from "../../fixtures/starts.js";
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { type JsonObject, utf8 } from "../../json.js";
import { NESTED } from "../../negatives/hostile.js";
import type { Answer } from "../../peers/exchange/answer.js";
import { answerLimit, clauseDeadline, gracePeriodMs } from "../../time/protocol-deadlines.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import { headerOf, type Pace } from "../../wire/types.js";
import {
  assertStillServed,
  codeOf,
  each,
  isAnswerOfForm,
  NO_SUCH_METHOD,
  requests,
  sendServed,
  stillServes,
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

const LIMIT = protocol.limits.bodyBytes;

/** An agent may be configured with a higher limit than the usual one, but no agent needs this much. */
const HIGHEST_LIMIT = 16 * LIMIT;

const IN_TIME_MS = clauseDeadline("TRN-LIM-04");

const CONNECTIONS = 100;

/** Half of them send nothing after their headers, the others one byte per second. */
const PACES: readonly Pace[] = Array.from({ length: CONNECTIONS }, (_, i) =>
  i % 2 === 0 ? { stopAfterBytes: 0 } : { bytesPerSecond: 1 },
);

const TIMEOUT_MS = clauseDeadline("TRN-LIM-02");

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
  {
    id: "transport/limit/body-size",
    title:
      "refuses bodies over its limit with 413 or by closing the connection, and takes those of half the usual limit",
    decides: ["TRN-LIM-01"],
    steps: [requests(20)],
    async run(fixture) {
      const before = await sendServed(fixture);
      const half = await ofSize(fixture, LIMIT / 2);
      fixture.expect.answer(half, isAnswerOfForm(fixture, half), "a JSON-RPC response", {
        what: `${half.question}, half the usual limit,`,
      });
      const over = await ofSize(fixture, LIMIT + 1);
      const huge = isRefused(over) ? over : await ofSize(fixture, HIGHEST_LIMIT);
      fixture.expect.answer(huge, isRefused(huge), "413, or a closed connection");
      await assertStillServed(fixture, before, huge.question);
    },
  },
  {
    id: "transport/limit/deep-nesting",
    title: "refuses JSON that is nested too deeply, and still answers requests",
    decides: ["TRN-LIM-03"],
    steps: [requests(4 * (2 * NESTED.length + 1))],
    async run(fixture) {
      const before = await sendServed(fixture);
      for (const [question, make] of NESTED) {
        const answer = await fixture.agent.send(make(fixture.validBody()), { question });
        fixture.expect.answer(answer, codeOf(answer.json) !== undefined, "a JSON-RPC error, such as -32700");
        await assertStillServed(fixture, before, answer.question);
      }
    },
  },
  {
    id: "transport/limit/many-connections",
    title: `still answers while ${CONNECTIONS} connections are idle or slow`,
    decides: ["TRN-LIM-04"],
    slow: true,
    steps: [requests(1), gracePeriodMs(), times(3, IN_TIME_MS)],
    async run(fixture) {
      const before = await sendServed(fixture);
      if (before.ms > IN_TIME_MS)
        fixture.notExercised(
          `a plain request is answered after ${Math.round(before.ms)} ms with none of them too`,
        );
      const held = fixture.holdOpen(PACES);
      try {
        await fixture.pause(gracePeriodMs());
        for (const nth of ["first", "second"]) {
          const answer = await fixture.valid({ timeoutMs: answerLimit(IN_TIME_MS) });
          fixture.expect.answer(
            answer,
            stillServes(fixture, answer, before),
            `a JSON-RPC response within ${IN_TIME_MS / 1_000} s`,
            { what: `while ${CONNECTIONS} connections were idle or slow, the ${nth} plain request`, but: "" },
          );
          fixture.expect
            .time(answer.ms, `the answer while ${CONNECTIONS} connections were open`)
            .isAtMost(IN_TIME_MS);
        }
      } finally {
        await held.release();
      }
    },
  },
  {
    id: "transport/limit/stalled-body",
    title: "ends a connection on which a body stalls",
    decides: ["TRN-LIM-02"],
    slow: true,
    unusual: "stall",
    steps: [TIMEOUT_MS, requests(1)],
    async run(fixture) {
      await sendServed(fixture);
      const answer = await fixture.agent.send(fixture.validBody(), {
        question: "a request whose body stops after 20 bytes",
        timeoutMs: TIMEOUT_MS,
        http: { pace: { stopAfterBytes: 20 } },
      });
      const reason = answer.failure?.reason;
      fixture.expect.that(reason !== "timeout", {
        diagnosis: `the connection of ${answer.question} still stood open after ${TIMEOUT_MS / 1_000} s`,
        expected: "the status 408, or the end of the connection",
        received: answer.describe(),
      });
      fixture.expect.answer(
        answer,
        answer.status === undefined || answer.status >= 400,
        "the status 408, or the end of the connection",
        { but: ", though it never came whole" },
      );
    },
  },
];

/** A plain request that is padded with spaces to this many bytes. */
function ofSize(fixture: TransportFixture, bytes: number): Promise<Answer> {
  const text = JSON.stringify(fixture.validBody());
  const spaces = " ".repeat(Math.max(0, bytes - utf8(text).length));
  return fixture.agent.send(text.replace("{", `{${spaces}`), { question: `a body of ${bytes} bytes` });
}

function isRefused({ status, failure }: Answer): boolean {
  return status === 413 || failure?.reason === "reset" || failure?.reason === "closed_early";
}

/** Asserts the HTTP status of an answer. */
function assertStatus({ expect }: TransportFixture, answer: Answer, status: number): void {
  expect.answer(answer, answer.status === status, `the status ${status}`);
}
