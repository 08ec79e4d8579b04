/** The time that a run announces is kept, and is short enough to wait for. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFull, runsOf } from "../../../tools/gate/one-in.js";
import { type InMemoryRun, runInMemory } from "../../test/in-memory-run.js";
import { announcesTwo, oneAtATime, slowly } from "../../test/referee-variants.js";
import { runningAlready } from "../../test/running-already.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { stubSubject } from "../stub-agents/stub-agents.js";
import type { InProcessOptions } from "../subject/in-process-subject.js";
import { longestRun, longestRunInTurn, longestWait } from "../time/protocol-deadlines.js";
import type { Role } from "../types.js";

/** Without the one that takes longer than a run may, and therefore says on real time that it is not exercised. */
const all = (await loadChecks()).filter(({ check }) => check.id !== "manager/matches/unreported");

/** Checks with many messages take little simulated time, but most of the processor time: all of them with `FULL=1`. */
const sendsMuch = ({ group, check }: RegisteredCheck) =>
  ["hostile", "limit", "negative", "robustness"].includes(group) || OF_WHOLE_SERIES.includes(check.id);
const waiting = isFull ? all : all.filter((one) => !sendsMuch(one));
const ROLES: readonly Role[] = ["player", "referee", "manager"];
const MODES = ["--url", "--command"] as const;
const MINUTE = 60_000;

interface Choice {
  role: Role;
  mode: (typeof MODES)[number];
  agent: "reference" | "silent" | "closes-connections";
  checks?: readonly RegisteredCheck[];
  parallel?: number | undefined;
  seed?: number;
  budgetMs?: number;
  /** In place of the budget: the one that a run gets for which the user says nothing. */
  defaultBudget?: true;
  /** In place of the reference agent as it is. */
  variant?: Partial<Pick<InProcessOptions, "agent" | "inject">>;
}

async function tryRun({ role, mode, agent, checks = all, variant, ...given }: Choice): Promise<InMemoryRun> {
  const atUrl = mode === "--url";
  const { seed = 1, parallel, budgetMs, defaultBudget } = given;
  return runInMemory(role, {
    ...variant,
    checks: checks.filter(({ side }) => side === role || side === "transport"),
    meets: async (reference, environment) => {
      const met = agent === "reference" ? reference : stubSubject(environment, agent);
      return atUrl ? runningAlready(met, await environment.freePort()) : met;
    },
    options: {
      seed,
      ...(parallel === undefined ? {} : { parallel }),
      ...(atUrl ? { leaguePort: 8_000, players: 4, referees: 2 } : {}),
      ...(budgetMs === undefined ? {} : { budgetMs }),
      ...(defaultBudget ? { defaultBudget, verdictsOnly: true } : {}),
    },
  });
}

const usualBudget = (role: Role, mode: Choice["mode"]) =>
  mode === "--url" ? longestRunInTurn(role, 1) : longestRun(role);

/** `instances.test.ts` looks at the whole runs of the other two at --command, and a test below at the referee's at --url. */
const WHOLE_RUNS: readonly Pick<Choice, "role" | "mode">[] = [
  { role: "player", mode: "--url" },
  { role: "manager", mode: "--url" },
  { role: "manager", mode: "--command" },
];

test.each(WHOLE_RUNS)(
  "the reference $role at $mode is tested on everything before the time that was announced",
  async (where) => {
    const budgetMs = usualBudget(where.role, where.mode);
    const { report, announced_ms } = await tryRun({
      ...where,
      agent: "reference",
      budgetMs,
      checks: waiting,
    });
    expect(report.duration_ms).toBeLessThanOrEqual(announced_ms);
    expect(report.checks.filter(({ diagnosis }) => diagnosis?.includes("budget") === true)).toEqual([]);
    expect(announced_ms).toBeLessThan(2.5 * MINUTE);
    if (where.mode === "--command") expect(report.duration_ms).toBeLessThan(longestWait(where.role) + 10_000);
  },
);

describe.each(ROLES.flatMap((role) => MODES.map((mode) => ({ role, mode }))))("$role at $mode", (where) => {
  const budgetMs = usualBudget(where.role, where.mode);

  test("an agent that never answers is given up soon, with a complete report and the cause", async () => {
    const { report, announced_ms } = await tryRun({ ...where, agent: "silent", budgetMs });
    expect(report.duration_ms).toBeLessThanOrEqual(Math.min(announced_ms, MINUTE));
    expect(report.exit_code).not.toBe(0);
    expect(report.summary.pass).toBe(0);
    expect(report.checks.some(({ diagnosis }) => diagnosis?.includes("answered nothing") === true)).toBe(
      true,
    );
  });
});

test.each<[string, NonNullable<Choice["variant"]>]>([
  ["plays two matches at a time, as it announces", {}],
  ["plays one match at a time, and pauses before it sends a result", { agent: oneAtATime, inject: slowly }],
])("a referee at --url that %s takes about what the run says beforehand", async (_, variant) => {
  const where = { role: "referee", mode: "--url", agent: "reference" } as const;
  const { report, announced_ms, expected_ms } = await tryRun({
    ...where,
    variant,
    checks: waiting,
    defaultBudget: true,
  });
  expect(report.duration_ms).toBeLessThan(announced_ms);
  if (variant.agent === undefined) {
    const usual = usualBudget("referee", "--url");
    expect(report.duration_ms).toBeLessThanOrEqual(usual);
    expect(usual).toBeLessThan(20 * MINUTE);
  }
  expect(report.duration_ms).toBeLessThan(1.25 * expected_ms);
  expect(report.duration_ms).toBeGreaterThan(0.5 * expected_ms);
  expect(report.checks.filter(({ diagnosis }) => diagnosis?.includes("budget") === true)).toEqual([]);
});

test("a referee at --url that plays one match at a time and announces two ends before the latest time", async () => {
  const variant = { agent: oneAtATime, inject: announcesTwo };
  const where = { role: "referee", mode: "--url", agent: "reference" } as const;
  const { report, announced_ms } = await tryRun({ ...where, variant, checks: waiting, defaultBudget: true });
  expect(report.duration_ms).toBeLessThan(announced_ms);
  expect(report.checks.filter(({ diagnosis }) => diagnosis?.includes("budget") === true)).toEqual([]);
});

test("a run of one check on an agent that never answers ends before the announced time", async () => {
  const checks = all.filter(({ check }) => check.id === "transport/batch/mixed");
  for (const role of ROLES) {
    const { report, announced_ms } = await tryRun({ role, mode: "--command", agent: "silent", checks });
    expect(report.duration_ms).toBeLessThanOrEqual(announced_ms);
  }
});

test("no run takes longer than it announces, for any selection and any number of concurrent checks", async () => {
  const some = fc.record({
    role: fc.constantFrom(...ROLES),
    mode: fc.constantFrom(...MODES),
    agent: fc.constantFrom("reference", "silent", "closes-connections"),
    checks: fc.subarray(all, { minLength: 1, maxLength: 60 }),
    parallel: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
    seed: fc.nat(1_000),
    budgetMs: fc.option(fc.integer({ min: 0, max: 5 * MINUTE }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(some, async ({ budgetMs, ...choice }) => {
      const { report, announced_ms } = await tryRun({
        ...choice,
        ...(budgetMs === undefined ? {} : { budgetMs }),
      } as Choice);
      expect(report.duration_ms).toBeLessThanOrEqual(announced_ms);
    }),
    { numRuns: runsOf(9), seed: 7 },
  );
}, 120_000);
