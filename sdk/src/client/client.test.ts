import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { properties, types, validatorOf } from "../../../generated/src/checks.js";
import { runsOf } from "../../../tools/gate/one-in.js";
import { sleep } from "../platform/clock.js";
import type { LogEntry } from "../platform/log.js";
import { seededRandom } from "../platform/random.js";
import { SIMULATION_START, SimulatedClock } from "../platform/simulated-clock.js";
import { type IncomingReply, type Transport, TransportError } from "../platform/transport.js";
import type { CallRow, ClientOptions } from "./client.js";
import { createClient } from "./create-client.js";
import type { AbortedError } from "./errors.js";

const url = "http://player-1:8101/mcp";
const backoff = { firstMs: 200, factor: 2, maximumMs: 5000, jitter: 0 };
const row: CallRow = { name: "choose_parity", deadlineMs: 5000, retries: 0, retryPauseMs: null };
const message = {
  message_type: "CHOOSE_PARITY_CALL",
  conversation_id: "c-1",
  match_id: "R1M1",
  auth_token: "secret",
};

interface Request {
  readonly method: string;
  readonly params: unknown;
  readonly id?: number;
}

/** A peer's answer to a request, the `n`th from 1, at `ms` since the start. */
type Peer = (
  request: Request,
  ms: number,
  n: number,
) => Promise<Partial<IncomingReply>> | Partial<IncomingReply>;

/** A client in simulated time, and one peer that it calls. */
function setUpClient(peer: Peer, options: Partial<ClientOptions> = {}) {
  const clock = new SimulatedClock();
  const log: LogEntry[] = [];
  const arrivals: { ms: number; request: Request; url: string }[] = [];
  const now = () => clock.now() - SIMULATION_START;
  const transport: Transport = {
    async send(outgoing) {
      const request = JSON.parse(outgoing.body) as Request;
      arrivals.push({ ms: now(), request, url: outgoing.url });
      const reply = await peer(request, now(), arrivals.length);
      return { status: 200, contentType: "application/json", body: "", ...reply };
    },
  };
  const client = createClient({
    transport,
    clock,
    random: seededRandom(1),
    backoff,
    limits: { jsonDepth: 16 },
    log: (entry) => log.push(entry),
    ...options,
  });
  return { clock, client, log, arrivals, now, times: () => arrivals.map(({ ms }) => ms) };
}

const result = (value: unknown, { id }: Request) => ({
  body: JSON.stringify({ jsonrpc: "2.0", result: value, id }),
});
const unreachable = () => Promise.reject(new TransportError("unreachable", "ECONNREFUSED"));
const silent = () => new Promise<never>(() => {});

test("a call sends a JSON-RPC request with an id of its own, and returns its result", async () => {
  const { client, arrivals, clock } = setUpClient((request) => result(request.id, request));
  expect(await Promise.all([1, 2].map(() => client.call(url, row, message)))).toEqual([1, 2]);
  const request = { jsonrpc: "2.0", method: "choose_parity", params: message };
  expect(arrivals).toEqual([1, 2].map((id) => ({ ms: 0, url, request: { ...request, id } })));
  expect(clock.pending).toBe(0);
});

describe("the attempts of a call", () => {
  /** What the peer does with a request. */
  type Behaviour = "refuses the connection" | { readonly ms: number; readonly says: keyof typeof answers };
  const answers = {
    result: { error: undefined, reply: (request: Request) => result("here", request) },
    "HTTP 500": { error: "HttpStatusError", reply: () => ({ status: 500, body: "oops" }) },
    "HTTP 429": { error: "HttpStatusError", reply: () => ({ status: 429 }) },
    "HTTP 408": { error: "HttpStatusError", reply: () => ({ status: 408 }) },
    "an internal error": {
      error: "RpcReplyError",
      reply: () => ({ body: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"m"},"id":1}' }),
    },
    "HTTP 404": { error: "HttpStatusError", reply: () => ({ status: 404 }) },
    "a refusal": {
      error: "RpcReplyError",
      reply: () => ({ body: '{"jsonrpc":"2.0","error":{"code":-32006,"message":"m"},"id":1}' }),
    },
    "no JSON": { error: "BadJsonError", reply: () => ({ body: "<html>" }) },
    "another id": { error: "ProtocolFault", reply: () => ({ body: '{"jsonrpc":"2.0","result":1,"id":7}' }) },
  } as const;
  const isFinal = (says: keyof typeof answers) =>
    ["result", "HTTP 404", "a refusal", "no JSON", "another id"].includes(says);
  const pause = (retry: number) => Math.min(backoff.maximumMs, backoff.firstMs * backoff.factor ** retry);

  /** The rule: a deadline for each attempt, growing pauses while the peer is unreachable, then the retries of the row. */
  function predict({ deadlineMs, retries, retryPauseMs }: CallRow, behaviours: readonly Behaviour[]) {
    const times: number[] = [];
    let now = 0;
    for (let retry = 0; ; retry++) {
      const end = now + (deadlineMs ?? 0);
      let error: string | undefined;
      let isOver = false;
      for (let again = 0; ; again++) {
        const behaviour = behaviours[times.length] ?? { ms: 1, says: "result" as const };
        times.push(now);
        if (behaviour !== "refuses the connection") {
          const isLate = now + behaviour.ms > end;
          now = isLate ? end : now + behaviour.ms;
          error = isLate ? "TimeoutError" : answers[behaviour.says].error;
          isOver = !isLate && isFinal(behaviour.says);
          break;
        }
        error = "UnreachableError";
        // An attempt in the last moments could not tell an unreachable peer from a silent one.
        if (now + pause(again) > end - backoff.firstMs) break;
        now += pause(again);
      }
      if (isOver || retry === retries) return { times, error, now };
      now += retryPauseMs ?? pause(retry);
    }
  }

  /** Odd times of answers, and even ones of everything else: nothing happens at the same moment. */
  const behaviour = fc.oneof(
    fc.constant("refuses the connection" as const),
    fc.record({
      ms: fc.integer({ min: 0, max: 3500 }).map((half) => 2 * half + 1),
      says: fc.constantFrom(...(Object.keys(answers) as (keyof typeof answers)[])),
    }),
  );
  const rows = fc.record({
    name: fc.constant("choose_parity"),
    deadlineMs: fc.integer({ min: 150, max: 3000 }).map((half) => 2 * half),
    retries: fc.integer({ min: 0, max: 3 }),
    retryPauseMs: fc.constantFrom(null, 2000),
  });

  test("follow the row of the method, for any peer", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(behaviour, { maxLength: 12 }), async (some, behaviours) => {
        const { clock, client, times, now, arrivals } = setUpClient(async (request, _ms, n) => {
          const { ms, says } =
            behaviours[n - 1] === "refuses the connection"
              ? await unreachable()
              : ((behaviours[n - 1] as Exclude<Behaviour, string> | undefined) ?? {
                  ms: 1,
                  says: "result" as const,
                });
          await sleep(clock, ms);
          return answers[says].reply(request);
        });
        const outcome = await clock.run(client.tryCall(url, some, message));
        const seen = { times: times(), error: outcome.ok ? undefined : outcome.error.name, now: now() };
        expect(seen).toEqual(predict(some, behaviours));
        expect(new Set(arrivals.map(({ request }) => request.id)).size).toBe(1);
        // Only the late answers of the peer are still to come.
        await clock.advance(10_000);
        expect(clock.pending).toBe(0);
      }),
      { numRuns: runsOf(600) },
    );
  });

  test("have random pauses, each between half and all of its length, the same for the same seed", async () => {
    const pausesOf = async (seed: number) => {
      const random = seededRandom(seed);
      const { clock, client, times } = setUpClient(unreachable, {
        backoff: { ...backoff, jitter: 0.5 },
        random,
      });
      await clock.run(client.tryCall(url, row, message));
      return times()
        .slice(1, 5)
        .map((ms, i) => ms - (times()[i] ?? 0));
    };
    const runs = await Promise.all([1, 2, 3, 4].map(pausesOf));
    for (const [i, pause] of runs.flatMap((pauses) => [...pauses.entries()])) {
      expect(pause).toBeGreaterThanOrEqual(100 * 2 ** i);
      expect(pause).toBeLessThanOrEqual(200 * 2 ** i);
    }
    expect(new Set(runs.map(([first]) => first)).size).toBe(4);
    expect(await pausesOf(1)).toEqual(runs[0]);
  });

  test("end a peer that refuses every connection as unreachable, also on a machine whose timers fire late", async () => {
    const circumstances = {
      seed: fc.nat(),
      deadlineMs: fc.integer({ min: 1, max: 700 }),
      lateMs: fc.integer({ min: 0, max: 400 }),
      refusalMs: fc.integer({ min: 0, max: 90 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(circumstances), async ({ seed, deadlineMs, lateMs, refusalMs }) => {
        // A refusal that takes longer than the whole call is a timeout.
        fc.pre(refusalMs < deadlineMs);
        const clock = new SimulatedClock();
        const lateness = seededRandom(`late/${seed}`);
        const client = createClient({
          transport: {
            send: () => new Promise((_, reject) => clock.after(refusalMs, () => unreachable().catch(reject))),
          },
          clock: {
            now: () => clock.now(),
            after: (ms, run) => clock.after(ms + lateness.below(lateMs + 1), run),
          },
          random: seededRandom(seed),
          backoff: { ...backoff, jitter: 0.5 },
          limits: { jsonDepth: 16 },
        });
        const called = client.call(url, { ...row, deadlineMs }, message);
        await expect(clock.run(called)).rejects.toMatchObject({ code: "E009", retryable: true });
        await clock.advance(1000);
        expect(clock.pending).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test("have the caller's deadline and retries in place of the row's, or the client's default", async () => {
    const { clock, client, times, now } = setUpClient(silent, { defaultDeadlineMs: 1000 });
    const open = { ...row, deadlineMs: null };
    const late = (text: string) => ({
      name: "TimeoutError",
      code: "E001",
      message: expect.stringContaining(text),
    });
    const own = client.call(url, { ...row, retries: 3 }, message, { deadlineMs: 70, retries: 0 });
    await expect(clock.run(own)).rejects.toMatchObject({ ...late("within 70 ms"), deadlineMs: 70 });
    await expect(clock.run(client.call(url, open, message))).rejects.toMatchObject(late("within 1000 ms"));
    client.setDefaultDeadline(300);
    await expect(clock.run(client.call(url, open, message))).rejects.toMatchObject(late("within 300 ms"));
    expect([times(), now()]).toEqual([[0, 70, 1070], 1370]);
  });

  test("have no end without any deadline, and an unreachable peer is called once", async () => {
    const open = { ...row, deadlineMs: null };
    const { clock, client } = setUpClient(silent);
    const controller = new AbortController();
    clock.after(10 ** 7, () => controller.abort("enough"));
    const call = client.call(url, open, message, { signal: controller.signal });
    await expect(clock.run(call)).rejects.toMatchObject({ name: "AbortedError" });
    const away = setUpClient(unreachable);
    await expect(away.clock.run(away.client.call(url, open, message))).rejects.toThrow("unreachable");
    expect(away.times()).toEqual([0]);
  });

  test("are late at once if the transport says so", async () => {
    const { client, now } = setUpClient(() =>
      Promise.reject(new TransportError("late", "it has had its time")),
    );
    await expect(client.call(url, row, message)).rejects.toMatchObject({
      name: "TimeoutError",
      code: "E001",
    });
    expect(now()).toBe(0);
  });
});

test.each([
  ["before the call", 0, silent, false],
  ["while the answer is awaited", 1000, silent, false],
  ["in a pause after a refused connection", 300, unreachable, true],
  ["in a pause between two attempts", 6000, silent, false],
])("the caller's signal ends the call %s", async (_name, ms, peer, isUnreachable) => {
  const { clock, client, now } = setUpClient(peer);
  const controller = new AbortController();
  const cause = new Error("the agent is closed");
  if (ms === 0) controller.abort(cause);
  else clock.after(ms, () => controller.abort(cause));
  const { signal } = controller;
  const call = client.tryCall(url, { ...row, retries: 3, retryPauseMs: 2000 }, message, { signal });
  const outcome = await clock.run(call);
  const error = outcome.ok ? undefined : (outcome.error as AbortedError);
  expect(error).toMatchObject({ name: "AbortedError", code: "ABORTED", retryable: false, cause });
  expect([error?.unreachable, now(), clock.pending]).toEqual([isUnreachable, ms, 0]);
});

describe("a reply", () => {
  const validateReply = validatorOf<object>(properties({ status: types("string"), note: types("string") }));
  const answering = (reply: object) => setUpClient((request) => result(reply, request)).client;

  test("that is valid is returned without the nulls in place of absent fields", async () => {
    const client = answering({ status: "ok", note: null });
    expect(await client.call(url, row, message, { validateReply })).toEqual({ status: "ok" });
  });

  test("that is invalid is refused with the reason", async () => {
    await expect(
      answering({ status: 7 }).call(url, { ...row, validateReply }, message),
    ).rejects.toMatchObject({
      name: "ProtocolFault",
      code: "PROTOCOL_FAULT",
      violations: [{ pointer: "/status", keyword: "type" }],
      message: expect.stringContaining("the reply is invalid: /status is 7"),
    });
  });
});

describe("a notification", () => {
  test("is sent without an id, and any answer is accepted", async () => {
    const { client, arrivals } = setUpClient(() => ({ body: "<html>" }));
    await client.notify(url, row, message);
    const request = { jsonrpc: "2.0", method: "choose_parity", params: message };
    expect(arrivals.map((arrival) => arrival.request)).toEqual([request]);
  });

  test.each([
    ["HttpStatusError", () => ({ status: 404 })],
    ["TimeoutError", silent],
    ["UnreachableError", unreachable],
  ])("fails with %s, without retries after the deadline", async (name, peer) => {
    const { clock, client, now } = setUpClient(peer);
    const notified = client.notify(url, { ...row, retries: 3 }, message);
    await expect(clock.run(notified)).rejects.toMatchObject({ name });
    expect(now()).toBeLessThanOrEqual(5000);
    expect(clock.pending).toBe(0);
  });
});

test("the log contains every attempt, and never a token", async () => {
  const { clock, client, log } = setUpClient(async (request, _ms, n) =>
    n === 1 ? silent() : result(1, request),
  );
  await clock.run(client.call(url, { ...row, retries: 1, retryPauseMs: 2000 }, message));
  const { auth_token: _, ...known } = message;
  const entry = (level: string, what: string) => ({
    level,
    message: `choose_parity to ${url}: ${what}`,
    ...known,
    data: { method: "choose_parity", url },
  });
  expect(log).toEqual([
    entry("debug", "sent"),
    entry("warn", "no answer within 5000 ms"),
    entry("debug", "sent"),
    entry("debug", "answered after 0 ms"),
  ]);
});

test("conversation ids have the given prefix and are unique", () => {
  const { client } = setUpClient(silent);
  const ids = Array.from({ length: 1000 }, () => client.generateConversationId("conv-round-1"));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^conv-round-1-[0-9a-f]{16}$/);
});
