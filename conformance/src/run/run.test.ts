import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { own, testChecks, tryPlayer, verdicts } from "../../test/in-memory-run.js";
import { injected } from "../../test/injected.js";
import { conclusionOf } from "../report/conclusion.js";
import { Inconclusive } from "../verdict.js";

test("events come in order, and the report holds everything", async () => {
  const { report, events } = await tryPlayer();
  expect(report.exit_code).toBe(0);
  expect(report.summary).toMatchObject({ pass: 3, fail: 0 });
  const types = events.map(({ type }) => type);
  expect(types[0]).toBe("run_started");
  expect(types.at(-1)).toBe("run_finished");
  expect(types.filter((type) => type === "check_finished").length).toBe(3);
  const [started] = events;
  expect(started?.type === "run_started" && started.worst_case_ms).toBeGreaterThan(35_000);
});

test("a fault fails one check, a violation on the wire another, and each reports what it saw", async () => {
  const late = await tryPlayer({ inject: injected("player", { on: "GAME_INVITATION", delay: 5_400 }) });
  expect(verdicts(late.report)).toEqual({
    "joins-in-time": "fail",
    "echoes-match": "pass",
    "result-or-error": "pass",
  });
  expect(late.report.checks.find(({ verdict }) => verdict === "fail")).toMatchObject({
    expected: "at most 5000 ms",
    reproduce: {
      replay: "player/join/joins-in-time@player.1",
      curl: expect.stringContaining("GAME_INVITATION"),
    },
  });
  const both = await tryPlayer({ inject: injected("player", { on: "answers", set: { "#/error": null } }) });
  expect(both.report.checks.find(({ id }) => id.startsWith("transport/"))).toMatchObject({
    verdict: "fail",
    diagnosis: expect.stringContaining("both result and error"),
  });
});

test("a pass needs evidence", async () => {
  const { report } = await tryPlayer({
    checks: [
      own("says-nothing", async () => undefined),
      own("receives-nothing", async ({ expect }) => expect(1).is(1)),
      own("checks-nothing", async ({ league, player }) => void (await league.invite(player))),
    ],
  });
  expect(verdicts(report)).toEqual({
    "says-nothing": "not-exercised",
    "receives-nothing": "not-exercised",
    "checks-nothing": "not-exercised",
  });
  expect(report.exit_code).toBe(4);
});

test("a fault of the suite is never the agent's", async () => {
  const { report } = await tryPlayer({
    checks: [
      own("throws", async () => {
        throw new TypeError("oops");
      }),
    ],
  });
  expect(verdicts(report)).toEqual({ throws: "harness-error" });
  expect(report.exit_code).toBe(5);
});

test("the repetition of an inconclusive check makes its observation again, and the verdicts of others stay", async () => {
  let made = 0;
  const observes = (id: string, judge: (count: number) => void) =>
    own(id, async ({ league, player, expect, observe }) => {
      const count = await observe("an invitation", async () => {
        expect((await league.invite(player)).joined.result.accept).is(true);
        made += 1;
        return made;
      });
      expect(count > 0).is(true);
      judge(count);
    });
  const { report } = await tryPlayer({
    checks: [
      observes("sure", () => undefined),
      observes("settles", (count) => {
        if (count === 1) throw new Inconclusive("too close");
      }),
      observes("stays", () => {
        throw new Inconclusive("too close");
      }),
    ],
  });
  expect(verdicts(report)).toEqual({ sure: "pass", settles: "pass", stays: "inconclusive" });
  expect(report.exit_code).toBe(4);
  expect(made).toBe(3);
});

test("a check that takes longer than it says is given up, and its instance not used again", async () => {
  const { report } = await tryPlayer({
    checks: [
      own("hangs", async ({ pause }) => pause(10 ** 7), { steps: [20_000] }),
      own(
        "goes-on",
        async ({ league, player, expect }) =>
          expect((await league.invite(player)).joined.result.accept).is(true),
        { steps: [1_000] },
      ),
    ],
    options: {},
  });
  expect(verdicts(report)).toEqual({ hangs: "inconclusive", "goes-on": "pass" });
});

test("the budget, or an interruption, ends the run, with a complete report", async () => {
  const controller = new AbortController();
  const waits = own("waits", async ({ pause, clock }) => {
    clock.after(10, () => controller.abort("enough"));
    await pause(9_000);
  });
  const checks = [waits, ...(await testChecks())];
  const [late, stopped] = [{ budgetMs: 3_000 }, { signal: controller.signal }].map((options) =>
    tryPlayer({ checks, options }),
  );
  const cut = (await late)?.report;
  expect(cut?.checks.length).toBe(4);
  expect(cut?.duration_ms).toBeLessThan(3_200);
  expect(cut?.exit_code).toBe(4);
  expect(cut && conclusionOf(cut)).toMatchObject({
    headline: "undecided",
    sentence: expect.stringContaining("did not run to the end: the budget of 3 s was too short"),
  });
  const interrupted = (await stopped)?.report.checks ?? [];
  expect(interrupted.map(({ diagnosis }) => diagnosis)).toContain("enough");
  expect(interrupted.length).toBe(4);
});

test("nothing holds a run that is over: a process may make a thousand of them", async () => {
  let held: WeakRef<object> | undefined;
  const looks = own("looks", async ({ clock }) => {
    held = new WeakRef(clock);
  });
  await tryPlayer({ checks: [looks, ...(await testChecks())] });
  expect(held).toBeDefined();
  setFlagsFromString("--expose-gc");
  // A reference that is made or read holds its object until the task ends, and a task of the run may come after its result.
  for (let tasks = 0; tasks < 10 && held?.deref() !== undefined; tasks++) {
    await new Promise((resolve) => setImmediate(resolve));
    runInNewContext("gc()");
  }
  expect(held?.deref()).toBeUndefined();
});

test("the coverage gate", async () => {
  expect((await tryPlayer({ options: { minCoverage: 1 } })).report.exit_code).toBe(0);
  expect((await tryPlayer({ options: { minCoverage: 99 } })).report.exit_code).toBe(1);
});
