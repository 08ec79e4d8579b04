import { describe, expect, test } from "vitest";
import {
  message,
  type Request,
  result,
  row,
  setUpClient,
  silent,
  unreachable,
  url,
} from "../../test/client-setup.js";
import type { Validator } from "../json/validator.js";
import { sleep } from "../platform/clock.js";
import type { SimulatedClock } from "../platform/simulated-clock.js";
import type { CallRow, ClientOptions } from "./client.js";
import type { AbortedError } from "./errors.js";

describe("call", () => {
  test("sends a JSON-RPC request and returns its result", async () => {
    const { client, arrivals, clock } = setUpClient((request) => result({ parity_choice: "even" }, request));
    expect(await client.call(url, row, message)).toEqual({ parity_choice: "even" });
    expect(arrivals).toEqual([
      { ms: 0, url, request: { jsonrpc: "2.0", method: "choose_parity", params: message, id: 1 } },
    ]);
    expect(clock.pending).toBe(0);
  });

  test("gives every call a unique id", async () => {
    const { client, arrivals } = setUpClient((request) => result(request.id, request));
    const ids = await Promise.all([1, 2, 3].map(() => client.call(url, row, message)));
    expect(ids).toEqual([1, 2, 3]);
    expect(arrivals).toHaveLength(3);
  });
});

describe("the deadline", () => {
  const answersAfter = (ms: number) => (clock: () => SimulatedClock) => async (request: Request) => {
    await sleep(clock(), ms);
    return result("done", request);
  };
  const slow = (ms: number) => {
    const made: ReturnType<typeof setUpClient> = setUpClient((request) =>
      answersAfter(ms)(() => made.clock)(request),
    );
    return made;
  };

  test("accepts a reply just before it", async () => {
    const { clock, client } = slow(4999);
    expect(await clock.run(client.call(url, row, message))).toBe("done");
    expect(clock.pending).toBe(0);
  });

  test("ignores a reply after it", async () => {
    const { clock, client, now } = slow(5001);
    await expect(clock.run(client.call(url, row, message))).rejects.toMatchObject({
      name: "TimeoutError",
      code: "E001",
      retryable: true,
      deadlineMs: 5000,
      method: "choose_parity",
      url,
      message: `choose_parity to ${url}: no answer within 5000 ms`,
    });
    expect(now()).toBe(5000);
    await clock.advance(10_000);
  });

  test("ends the call even if the transport ignores its signal, and leaves no timer behind", async () => {
    const { clock, client } = setUpClient(silent);
    await expect(clock.run(client.call(url, row, message))).rejects.toMatchObject({ name: "TimeoutError" });
    expect(clock.pending).toBe(0);
  });

  test("can be set by the caller", async () => {
    const { clock, client, now } = setUpClient(silent);
    await expect(clock.run(client.call(url, row, message, { deadlineMs: 70 }))).rejects.toThrow(
      "within 70 ms",
    );
    expect(now()).toBe(70);
  });

  test("is the client's default, which can be changed, for a row without one", async () => {
    const { clock, client, now } = setUpClient(silent, { defaultDeadlineMs: 1000 });
    const open = { ...row, deadlineMs: null };
    await expect(clock.run(client.call(url, open, message))).rejects.toThrow("within 1000 ms");
    client.setDefaultDeadline(300);
    await expect(clock.run(client.call(url, open, message))).rejects.toThrow("within 300 ms");
    expect(now()).toBe(1300);
  });

  test("is infinite without any setting: only the caller ends the call", async () => {
    const { clock, client } = setUpClient(silent);
    const controller = new AbortController();
    clock.after(10 ** 7, () => controller.abort("enough"));
    const call = client.call(url, { ...row, deadlineMs: null }, message, { signal: controller.signal });
    await expect(clock.run(call)).rejects.toMatchObject({ name: "AbortedError" });
  });
});

describe("the caller's signal", () => {
  test.each([
    ["before the call", 0, silent],
    ["while the answer is awaited", 1000, silent],
    ["in a pause after a refused connection", 300, unreachable],
    ["in a pause between two attempts", 6000, silent],
  ])("ends the call %s", async (_name, ms, peer) => {
    const { clock, client, now } = setUpClient(peer);
    const controller = new AbortController();
    const reason = new Error("the agent is closed");
    if (ms === 0) controller.abort(reason);
    else clock.after(ms, () => controller.abort(reason));
    const call = client.call(url, { ...row, retries: 3, retryPauseMs: 2000 }, message, {
      signal: controller.signal,
    });
    await expect(clock.run(call)).rejects.toMatchObject({
      name: "AbortedError",
      code: "ABORTED",
      retryable: false,
      cause: reason,
    });
    expect([now(), clock.pending]).toEqual([ms, 0]);
  });

  test("is reported together with whether the peer was unreachable until then", async () => {
    const unreachableUntilAborted = async (peer: Parameters<typeof setUpClient>[0]) => {
      const { clock, client } = setUpClient(peer);
      const controller = new AbortController();
      clock.after(300, () => controller.abort());
      const outcome = await clock.run(client.tryCall(url, row, message, { signal: controller.signal }));
      return outcome.ok ? undefined : (outcome.error as AbortedError).unreachable;
    };
    expect(await unreachableUntilAborted(unreachable)).toBe(true);
    expect(await unreachableUntilAborted(silent)).toBe(false);
  });
});

describe("validation of the reply", () => {
  interface Ack {
    status: string;
  }
  const validateReply: Validator<Ack> = (data): data is Ack => {
    const { status, note } = data as { status?: unknown; note?: unknown };
    const bad = [status === undefined || typeof status !== "string", note === null];
    validateReply.errors = ["/status", "/note"]
      .filter((_, i) => bad[i])
      .map((instancePath) => ({ instancePath, keyword: "type", expected: "string" }));
    return !bad.includes(true);
  };
  const checked: CallRow<Ack> = { ...row, validateReply };

  test("returns a valid reply, typed by the row", async () => {
    const { client } = setUpClient((request) => result({ status: "ok" }, request));
    const ack = await client.call(url, checked, message);
    expect(ack.status).toBe("ok");
  });

  test("omits nulls in place of absent fields", async () => {
    const { client } = setUpClient((request) => result({ status: "ok", note: null }, request));
    expect(await client.call(url, row, message, { validateReply })).toEqual({ status: "ok" });
  });

  test("refuses any other reply, with the reason", async () => {
    const { client } = setUpClient((request) => result({ status: 7 }, request));
    await expect(client.call(url, checked, message)).rejects.toMatchObject({
      name: "ProtocolFault",
      code: "PROTOCOL_FAULT",
      violations: [{ pointer: "/status", keyword: "type" }],
      message: expect.stringContaining('the reply is invalid: /status breaks type "string"'),
    });
  });

  test("uses the explanation of the contract package, if configured", async () => {
    const explain: ClientOptions["explain"] = (faults, data) => [
      {
        pointer: "/x",
        keyword: "enum",
        expected: "a",
        received: "b",
        message: `${faults?.length} in ${JSON.stringify(data)}`,
      },
    ];
    const { client } = setUpClient((request) => result({ status: 7 }, request), { explain });
    await expect(client.call(url, checked, message)).rejects.toThrow(
      'the reply is invalid: 1 in {"status":7}',
    );
  });
});

describe("tryCall", () => {
  test("returns the outcome as a value", async () => {
    const there = setUpClient((request) => result(19, request));
    expect(await there.client.tryCall(url, row, message)).toEqual({ ok: true, value: 19 });
    const away = setUpClient(unreachable);
    expect(await away.clock.run(away.client.tryCall(url, row, message))).toMatchObject({
      ok: false,
      error: { name: "UnreachableError" },
    });
  });
});

describe("notify", () => {
  test("sends without an id, and resolves when the peer has accepted it", async () => {
    const { client, arrivals } = setUpClient(() => ({ status: 204 }));
    await client.notify(url, row, message);
    expect(arrivals.map(({ request }) => request)).toEqual([
      { jsonrpc: "2.0", method: "choose_parity", params: message },
    ]);
  });

  test("ignores an unexpected answer", async () => {
    const { client } = setUpClient(() => ({ body: "<html>" }));
    await client.notify(url, row, message);
  });

  test.each([
    ["HttpStatusError", () => ({ status: 404 })],
    ["TimeoutError", silent],
    ["UnreachableError", unreachable],
  ])("fails with %s, without retries after the deadline", async (name, peer) => {
    const { clock, client, now } = setUpClient(peer);
    await expect(clock.run(client.notify(url, { ...row, retries: 3 }, message))).rejects.toMatchObject({
      name,
    });
    expect(now()).toBeLessThanOrEqual(5000);
    expect(clock.pending).toBe(0);
  });
});

describe("the log", () => {
  test("contains every attempt, and never a token", async () => {
    const { clock, client, log } = setUpClient(async (request, _ms, n) =>
      n === 1 ? silent() : result(1, request),
    );
    await clock.run(client.call(url, { ...row, retries: 1, retryPauseMs: 2000 }, message));
    const known = { message_type: "CHOOSE_PARITY_CALL", conversation_id: "c-1", match_id: "R1M1" };
    const data = { method: "choose_parity", url };
    expect(log).toEqual([
      { level: "debug", message: `choose_parity to ${url}: sent`, ...known, data },
      { level: "warn", message: `choose_parity to ${url}: no answer within 5000 ms`, ...known, data },
      { level: "debug", message: `choose_parity to ${url}: sent`, ...known, data },
      { level: "debug", message: `choose_parity to ${url}: answered after 0 ms`, ...known, data },
    ]);
    expect(JSON.stringify(log)).not.toContain("secret");
  });
});

test("conversation ids have the given prefix and are unique", () => {
  const { client } = setUpClient(silent);
  const ids = Array.from({ length: 1000 }, () => client.generateConversationId("conv-round-1"));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^conv-round-1-[0-9a-f]{16}$/);
});
