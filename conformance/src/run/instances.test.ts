/** Whole runs of the reference agents: what they say, how many instances they start, and which checks --quick takes. */
import { describe, expect, test } from "vitest";
import { runInMemory, wholeRun } from "../../test/in-memory-run.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { longestWait } from "../time/protocol-deadlines.js";
import type { CheckResult, Report, Role } from "../types.js";
import { isQuick, leftOut, select } from "./select.js";

const all = await loadChecks();

const MINUTE = 60_000;

test.each([
  ["player", 2.5 * MINUTE],
  ["referee", 20 * MINUTE],
] as const)(
  "a whole run of a conforming %s is over before the time that it announces, which is at most %i ms",
  async (role, most) => {
    const { report, announced_ms } = await wholeRun(role);
    expect(report.duration_ms).toBeLessThanOrEqual(announced_ms);
    expect(report.checks.filter(({ diagnosis }) => diagnosis?.includes("budget") === true)).toEqual([]);
    expect(announced_ms).toBeLessThan(most);
    expect(report.duration_ms).toBeLessThan(longestWait(role) + 7_000);
  },
);

/** A quick run takes about what it says beforehand, and that is seconds. */
async function quickRun(role: Role, checks: readonly RegisteredCheck[]): Promise<Report> {
  const { report, expected_ms } = await runInMemory(role, { checks, options: { quick: true } });
  expect(expected_ms).toBeLessThan(10_000);
  expect(report.duration_ms).toBeLessThan(2 * expected_ms);
  return report;
}

test.each([
  ["player", 12],
  ["referee", 12],
  ["manager", 30],
] as const)("a whole run of a conforming %s starts at most %i instances", async (role, most) => {
  const { machine, summary } = (await wholeRun(role)).report;
  expect(machine.instances_started).toBeLessThanOrEqual(most);
  expect(summary).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, harness_error: 0 });
});

test("an instance that checks share is not handed over before the last of them has run", async () => {
  const ids = [
    // The first one starts an instance itself, for a long time; the second one mostly waits, and would take a free one.
    "referee/registration/ends-after-last-retry",
    "referee/choice/asks-again",
    "transport/response/answers-requests",
    "transport/robustness/thousand-requests",
  ];
  const checks = all.filter(({ check }) => ids.includes(check.id));
  expect(checks.map(({ check }) => check.id).toSorted()).toEqual(ids.toSorted());
  const { machine, summary } = (await runInMemory("referee", { checks })).report;
  expect(summary.pass).toBe(ids.length);
  expect(machine.instances_started).toBe(2);
});

/** Checks that have nothing to see on a reference agent. The self-test accepts such verdicts; this list is complete. */
const NOTHING_TO_SEE: Readonly<Record<Role, readonly string[]>> = {
  player: [
    // Two checks apply to the flat dialect only.
    "player/choice/flat-lower-case not-applicable",
    "player/choice/flat-valid-parity not-applicable",
    // It takes a malformed response for a refusal, and ends.
    "player/registration/malformed-response not-applicable",
    // A player makes one call in its life.
    "transport/outgoing/ids-at-once not-exercised",
  ],
  referee: [
    "referee/choice/flat-any-case not-applicable",
    "referee/loss/flat-at-once not-applicable",
    // It is about the joins and choices of a player.
    "transport/envelope/own-token not-applicable",
  ],
  // A league manager has no token.
  manager: [
    "transport/envelope/own-token not-applicable",
    "transport/robustness/keeps-its-own-token not-applicable",
    "transport/robustness/writes-no-token not-applicable",
  ],
};

test.each(Object.entries(NOTHING_TO_SEE) as [Role, readonly string[]][])(
  "the reference %s passes every check but those that do not apply to it",
  async (role, expected) => {
    const { checks } = (await wholeRun(role)).report;
    const others = checks.filter(({ verdict }) => verdict !== "pass");
    expect(others.map(({ id, verdict }) => `${id} ${verdict}`).toSorted()).toEqual(expected);
  },
);

test("one instance at a time gives the same verdicts as several", async () => {
  const { report: several } = await wholeRun("player");
  const { report: one } = await runInMemory("player", { options: { parallel: 1 } });
  const verdicts = ({ checks }: Report) => checks.map(({ id, verdict }) => `${id}: ${verdict}`);
  expect(verdicts(one)).toEqual(verdicts(several));
});

/** Where a check is slow, `--quick` must leave it out; where it is not, it must not. In milliseconds. */
const SLOW_MS = 500;

describe.each(["player", "referee"] as const)("--quick for a %s", (role) => {
  const quick = select(all, role, { quick: true });

  test("takes one instance, and no check that waits", async () => {
    const { machine, checks, summary } = await quickRun(role, quick);
    expect(machine.instances_started).toBe(1);
    expect(summary.fail + summary.warn + summary.inconclusive).toBe(0);
    const makers = new Set(quick.flatMap(({ check }) => (check.shares === undefined ? [] : [check.id])));
    // The first match of a referee waits for it: the announcement may start the matches.
    const mostMs = ({ id }: CheckResult) =>
      SLOW_MS + (id === "referee/registration/uses-assigned-id" ? 400 : 0);
    const waiting = checks.filter((one) => one.duration_ms >= mostMs(one) && !makers.has(one.id));
    // The calls of a referee that are answered badly are repeated after a pause of the referee's own.
    expect(waiting.map(({ id }) => id).filter((id) => !id.startsWith("transport/outgoing/"))).toEqual([]);
  });

  test("says which clauses it leaves out", () => {
    const missing = leftOut(select(all, role, {}), quick);
    expect(missing).toContain(role === "player" ? "PLY-REG-05" : "REF-CHOICE-08");
    expect(missing).not.toContain(role === "player" ? "PLY-JOIN-01" : "REF-DRAW-01");
  });
});

test("--quick for a manager plays one league, and decides with it what one league can show", async () => {
  const report = await quickRun("manager", select(all, "manager", { quick: true }));
  expect(report.summary).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, harness_error: 0 });
  expect(report.machine.instances_started).toBe(2);
  expect(report.duration_ms).toBeLessThan(8_000);
  const passed = new Set(report.checks.filter(({ verdict }) => verdict === "pass").map(({ group }) => group));
  const shown = ["registration", "schedule", "matches", "results", "standings", "queries", "end"];
  expect(shown.filter((group) => !passed.has(group))).toEqual([]);
  const reasons = report.checks.flatMap(({ verdict, diagnosis = "" }) =>
    verdict === "not-exercised" ? [diagnosis] : [],
  );
  expect(reasons).toContain("this needs more than the one league of a quick run; leave --quick out");
  expect(reasons.filter((reason) => reason.includes("--command"))).toEqual([]);
});

test("no check is called slow for nothing", async () => {
  const { checks } = (await wholeRun("referee")).report;
  const slow = all.filter(
    (one) => one.side === "referee" && one.check.slow === true && !isQuick(one, "referee"),
  );
  const durations = new Map(checks.map(({ id, duration_ms }) => [id, duration_ms]));
  const quickOnes = slow.filter(
    ({ check }) => !OF_WHOLE_SERIES.includes(check.id) && (durations.get(check.id) ?? 0) < SLOW_MS,
  );
  expect(quickOnes.map(({ check }) => check.id)).toEqual([]);
});
