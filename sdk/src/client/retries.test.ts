import { describe, expect, test } from "vitest";
import {
  backoff,
  exactBackoff,
  message,
  result,
  row,
  setUpClient,
  silent,
  unreachable,
  url,
} from "../../test/client-setup.js";
import { seededRandom } from "../platform/seeded-random.js";

describe("an unreachable peer", () => {
  test("is called again with growing pauses, until it answers", async () => {
    const { clock, client, times, arrivals } = setUpClient((request, ms) =>
      ms < 1000 ? unreachable() : result("here", request),
    );
    expect(await clock.run(client.call(url, row, message))).toBe("here");
    expect(times()).toEqual([0, 200, 600, 1400]);
    expect(new Set(arrivals.map(({ request }) => request.id)).size).toBe(1);
    expect(clock.pending).toBe(0);
  });

  test("fails the call as soon as no further pause fits into the deadline", async () => {
    const { clock, client, times, now } = setUpClient(unreachable);
    await expect(clock.run(client.call(url, row, message))).rejects.toMatchObject({
      name: "UnreachableError",
      code: "E009",
      retryable: true,
      message: `choose_parity to ${url}: unreachable (ECONNREFUSED)`,
    });
    expect(times()).toEqual([0, 200, 600, 1400, 3000]);
    expect(now()).toBe(3000);
    expect(clock.pending).toBe(0);
  });

  test("is called at most once in each longest pause", async () => {
    const { clock, client, times } = setUpClient(unreachable, {
      backoff: { ...exactBackoff, maximumMs: 500 },
    });
    const slow = { ...row, deadlineMs: 2300 };
    await expect(clock.run(client.call(url, slow, message))).rejects.toThrow("unreachable");
    expect(times()).toEqual([0, 200, 600, 1100, 1600, 2100]);
  });

  test("is called after random pauses, each between half and all of its length", async () => {
    const pausesOf = async (seed: number) => {
      const { clock, client, times } = setUpClient(unreachable, { backoff, random: seededRandom(seed) });
      await clock.run(client.tryCall(url, row, message));
      return times()
        .map((ms, i, all) => ms - (all[i - 1] ?? 0))
        .slice(1, 5);
    };
    const runs = await Promise.all([1, 2, 3, 4].map(pausesOf));
    for (const pauses of runs) {
      for (const [i, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual(100 * 2 ** i);
        expect(pause).toBeLessThanOrEqual(200 * 2 ** i);
      }
    }
    expect(new Set(runs.map(([first]) => first)).size).toBe(4);
    expect(await pausesOf(1)).toEqual(runs[0]);
  });

  test("is called once if there is no deadline", async () => {
    const { clock, client, times } = setUpClient(unreachable);
    const open = { ...row, deadlineMs: null };
    await expect(clock.run(client.call(url, open, message))).rejects.toThrow("unreachable");
    expect(times()).toEqual([0]);
  });

  test("times out if it accepts the last connection and sends nothing", async () => {
    const { clock, client, now } = setUpClient((_request, ms) => (ms === 0 ? unreachable() : silent()));
    await expect(clock.run(client.call(url, row, message))).rejects.toMatchObject({ name: "TimeoutError" });
    expect(now()).toBe(5000);
  });
});

describe("retries", () => {
  test("give each further attempt a new deadline, after the row's pause", async () => {
    const { clock, client, times, arrivals, now } = setUpClient(silent);
    const call = client.call(url, { ...row, retries: 3, retryPauseMs: 2000 }, message);
    await expect(clock.run(call)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(times()).toEqual([0, 7000, 14_000, 21_000]);
    expect(now()).toBe(26_000);
    expect(new Set(arrivals.map(({ request }) => request.id)).size).toBe(1);
  });

  test("follow growing pauses if the row has none", async () => {
    const { clock, client, times } = setUpClient(silent);
    await expect(clock.run(client.call(url, { ...row, retries: 3 }, message))).rejects.toThrow();
    expect(times()).toEqual([0, 5200, 10_600, 16_400]);
  });

  test("end with the first answer", async () => {
    const { clock, client, times } = setUpClient((request, _ms, n) =>
      n < 3 ? silent() : result(n, request),
    );
    expect(await clock.run(client.call(url, { ...row, retries: 3, retryPauseMs: 2000 }, message))).toBe(3);
    expect(times()).toHaveLength(3);
  });

  test("can be turned off by the caller", async () => {
    const { clock, client, times } = setUpClient(silent);
    const call = client.call(url, { ...row, retries: 3 }, message, { retries: 0 });
    await expect(clock.run(call)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(times()).toEqual([0]);
  });

  test.each([
    ["a fault of the peer itself (HTTP 500)", { status: 500, body: "oops" }],
    ["HTTP 408", { status: 408, body: "" }],
    ["HTTP 429", { status: 429, body: "" }],
    [
      "an internal error of JSON-RPC",
      { body: '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}' },
    ],
  ])("follow %s", async (_name, reply) => {
    const { clock, client, times } = setUpClient((request, _ms, n) =>
      n === 1 ? reply : result("at last", request),
    );
    const slow = { ...row, retries: 3, retryPauseMs: 2000 };
    expect(await clock.run(client.call(url, slow, message))).toBe("at last");
    expect(times()).toEqual([0, 2000]);
  });

  test.each([
    ["a refusal", { body: '{"jsonrpc":"2.0","error":{"code":-32006,"message":"MATCH_NOT_FOUND"},"id":1}' }],
    ["HTTP 404", { status: 404, body: "nothing here" }],
    ["no JSON", { body: "<html>" }],
    ["another id", { body: '{"jsonrpc":"2.0","result":1,"id":7}' }],
  ])("do not follow %s", async (_name, reply) => {
    const { clock, client, times } = setUpClient(() => reply);
    await expect(clock.run(client.call(url, { ...row, retries: 3 }, message))).rejects.toMatchObject({
      retryable: false,
    });
    expect(times()).toEqual([0]);
  });
});
