/** A referee that runs already is given several of the matches that take long at once, if it really plays several at once. */
import { createReferee } from "@league-v2/sdk";
import { expect, test } from "vitest";
import { runInMemory, runningAlready } from "../../../test/in-memory-run.js";
import { announcesTwo } from "../../../test/injected.js";
import { appliesToDialect, loadChecks } from "../../checks/registry.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";

/** Every other one of the checks that mostly wait: enough to keep a referee of four matches at once busy. */
const checks = (await loadChecks())
  .filter(
    (one) => one.side === "referee" && one.check.concurrent === true && appliesToDialect(one, "canonical"),
  )
  .filter((_, index) => index % 2 === 0);

/** These checks against one referee that runs this many matches at once. */
async function tried(maxConcurrentMatches: number, inject?: FaultInjection, budgetMs?: number) {
  const { report, announced_ms } = await runInMemory("referee", {
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches }),
    ...(inject === undefined ? {} : { inject }),
    meets: async (inner, environment) => runningAlready(inner, await environment.freePort()),
    checks,
    options: { leaguePort: 8_000, ...(budgetMs === undefined ? {} : { budgetMs }) },
  });
  const verdicts = [...new Set(report.checks.map(({ verdict }) => verdict))];
  return { verdicts, took_ms: report.duration_ms, announced_ms, report };
}

const four = tried(4);

test("the more matches it runs at once, the sooner the run is over", async () => {
  const [one, fast] = [await tried(1), await four];
  expect([one.verdicts, fast.verdicts]).toEqual([["pass"], ["pass"]]);
  expect(fast.took_ms).toBeLessThan(one.took_ms / 2);
});

test("one that announces two and plays one after the other is asked one thing after the other", async () => {
  const two = await tried(2);
  const exaggerating = await tried(1, announcesTwo);
  expect(exaggerating.verdicts).toEqual(["pass"]);
  expect(exaggerating.took_ms).toBeGreaterThan(1.5 * two.took_ms);
  expect(exaggerating.took_ms).toBeLessThanOrEqual(exaggerating.announced_ms);
});

test("each check has the transcript of its own matches, and of no others", async () => {
  const { report } = await four;
  const rounds = report.checks.map(
    ({ transcript }) => new Set(JSON.stringify(transcript).match(/"R\d+M1"/g)),
  );
  for (const [index, own] of rounds.entries()) {
    expect(own.size, report.checks[index]?.id).toBeGreaterThan(0);
  }
  const shared = checks.filter(({ check }) => check.shares !== undefined).map(({ check }) => check.id);
  const all = report.checks.flatMap(({ id }, index) =>
    shared.includes(id) ? [] : [...(rounds[index] ?? [])],
  );
  expect(all.length).toBe(new Set(all).size);
});

test.each([500, 1_000, 1_500])(
  "a run that ends while it is tried has the time that it announced: %i ms",
  async (ms) => {
    const { took_ms, announced_ms, verdicts } = await tried(4, undefined, ms);
    expect(announced_ms).toBeLessThanOrEqual(ms);
    expect(took_ms).toBeLessThanOrEqual(announced_ms);
    expect(verdicts).toEqual(["not-exercised"]);
  },
);

test("checks that share matches have the same time limits", async () => {
  const sharing = (await loadChecks()).filter(({ check }) => check.shares !== undefined);
  const concurrency = new Map<string, Set<boolean>>();
  for (const { check } of sharing) {
    const key = check.shares ?? "";
    concurrency.set(key, (concurrency.get(key) ?? new Set()).add(check.concurrent === true));
  }
  expect([...concurrency].filter(([, found]) => found.size > 1).map(([key]) => key)).toEqual([]);
});
