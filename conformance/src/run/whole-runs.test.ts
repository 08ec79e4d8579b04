/** Whole runs: the verdicts on the reference agents, the time that is announced and kept, the instances, and what `--quick` takes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFull, runsOf } from "../../../tools/gate/one-in.js";
import { type InMemoryRun, runInMemory, runningAlready } from "../../test/in-memory-run.js";
import { oneAtATime, slowly } from "../../test/injected.js";
import { OF_WHOLE_SERIES } from "../checks/referee/helpers/played-matches.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { stubSubject } from "../self-test/stub-agents.js";
import type { InProcessOptions } from "../subject/in-process-subject.js";
import { longestRun, longestRunInTurn, longestWait } from "../time/protocol-deadlines.js";
import type { CheckResult, Report, Role } from "../types.js";
import { isQuick, leftOut, select } from "./select.js";

const known = await loadChecks();
const ROLES: readonly Role[] = ["player", "referee", "manager"];
const MODES = ["--url", "--command"] as const;
const MINUTE = 60_000;

const cutShort = ({ checks }: Report) =>
  checks.filter(({ diagnosis }) => diagnosis?.includes("budget") === true).map(({ id }) => id);
const CLEAN = { fail: 0, warn: 0, inconclusive: 0, harness_error: 0 };

const whole = new Map<Role, Promise<InMemoryRun>>();

/** One check of managers takes longer than a run may; the self-test has it. */
const all = known.filter(({ check }) => check.id !== "manager/matches/unreported");

/** A run of all checks, made once for all tests that look at it. */
function wholeRun(role: Role): Promise<InMemoryRun> {
  const options = { budgetMs: longestRun(role), verdictsOnly: true };
  const found = whole.get(role) ?? runInMemory(role, { checks: select(all, role, {}), options });
  whole.set(role, found);
  return found;
}

/** Most instances, and the checks that have nothing to see on a reference agent: this list is complete. */
const CONFORMING: readonly [Role, number, readonly string[]][] = [
  [
    "player",
    12,
    [
      // Two checks apply to the flat dialect only.
      "player/choice/flat-lower-case not-applicable",
      "player/choice/flat-valid-parity not-applicable",
      // It takes a malformed response for a refusal, and ends.
      "player/registration/malformed-response not-applicable",
      // A player makes one call in its life.
      "transport/outgoing/open-ids not-applicable",
    ],
  ],
  [
    "referee",
    12,
    [
      "referee/choice/flat-any-case not-applicable",
      "referee/loss/flat-at-once not-applicable",
      // It is about the joins and choices of a player.
      "transport/envelope/own-token not-applicable",
    ],
  ],
  [
    "manager",
    24,
    [
      // A league manager has no token.
      "transport/envelope/own-token not-applicable",
      "transport/robustness/keeps-its-own-token not-applicable",
      "transport/robustness/writes-no-token not-applicable",
    ],
  ],
];

test.each(CONFORMING)(
  "the reference %s passes every check that applies to it, with at most %i instances",
  async (role, most, others) => {
    const { machine, summary, checks } = (await wholeRun(role)).report;
    const open = checks.filter(({ verdict }) => verdict !== "pass");
    expect(open.map(({ id, verdict }) => `${id} ${verdict}`).toSorted()).toEqual(others);
    expect(machine.instances_started).toBeLessThanOrEqual(most);
    expect(summary).toMatchObject(CLEAN);
  },
);

test.each([
  ["player", 2.5 * MINUTE],
  ["referee", 20 * MINUTE],
  ["manager", 2.5 * MINUTE],
] as const)("the run of a conforming %s is over before the time that it announces", async (role, most) => {
  const { report, announced_ms } = await wholeRun(role);
  expect(report.duration_ms).toBeLessThanOrEqual(announced_ms);
  expect(cutShort(report)).toEqual([]);
  expect(announced_ms).toBeLessThan(most);
  expect(report.duration_ms).toBeLessThan(longestWait(role) + 14_000);
});

test("an instance that checks share is not handed over before the last of them has run", async () => {
  const ids = [
    // The first one starts an instance itself, for a long time; the second one mostly waits, and would take a free one.
    "referee/registration/waits-for-the-manager",
    "referee/choice/asks-again",
    "transport/response/answers-requests",
    "transport/robustness/thousand-requests",
  ];
  const checks = known.filter(({ check }) => ids.includes(check.id));
  const { machine, summary } = (await runInMemory("referee", { checks })).report;
  expect(summary.pass).toBe(ids.length);
  expect(machine.instances_started).toBe(2);
});

test("one instance at a time gives the same verdicts as several", async () => {
  const { report: several } = await wholeRun("player");
  const { report: one } = await runInMemory("player", {
    checks: select(waiting, "player", {}),
    options: { parallel: 1, verdictsOnly: true },
  });
  const verdictsOf = new Map(several.checks.map(({ id, verdict }) => [id, verdict]));
  const differing = one.checks.filter(({ id, verdict }) => verdict !== verdictsOf.get(id));
  expect(differing.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual([]);
});

/** Where a check is slow, `--quick` must leave it out; where it is not, it must not. In milliseconds. */
const SLOW_MS = 500;

describe.each(ROLES)("--quick for a %s", (role) => {
  const quick = select(known, role, { quick: true });

  test("takes few instances, no check that waits, and about the seconds that it says beforehand", async () => {
    const { report, expected_ms } = await runInMemory(role, { checks: quick, options: { quick: true } });
    expect(expected_ms).toBeLessThan(10_000);
    expect(report.duration_ms).toBeLessThan(2 * expected_ms);
    expect(report.summary).toMatchObject(CLEAN);
    expect(report.machine.instances_started).toBe(role === "manager" ? 2 : 1);
    if (role === "manager") return decidesByOneLeague(report);
    const makers = new Set(quick.flatMap(({ check }) => (check.shares === undefined ? [] : [check.id])));
    // The first match of a referee waits for it: the announcement may start the matches.
    const mostMs = ({ id }: CheckResult) =>
      SLOW_MS + (id === "referee/registration/uses-assigned-id" ? 400 : 0);
    const waiting = report.checks.filter((one) => one.duration_ms >= mostMs(one) && !makers.has(one.id));
    // The calls of a referee that are answered badly are repeated after a pause of the referee's own.
    expect(waiting.map(({ id }) => id).filter((id) => !id.startsWith("transport/outgoing/"))).toEqual([]);
  });

  test.runIf(role !== "manager")("says which clauses it leaves out", () => {
    const missing = leftOut(select(known, role, {}), quick);
    expect(missing).toContain(role === "player" ? "PLY-REG-05" : "REF-CHOICE-08");
    expect(missing).not.toContain(role === "player" ? "PLY-JOIN-01" : "REF-DRAW-01");
  });
});

function decidesByOneLeague({ checks }: Report): void {
  const passed = new Set(checks.filter(({ verdict }) => verdict === "pass").map(({ group }) => group));
  const shown = ["registration", "schedule", "matches", "results", "standings", "queries", "end"];
  expect(shown.filter((group) => !passed.has(group))).toEqual([]);
  const open = checks.filter(({ verdict }) => verdict === "not-exercised");
  const reasons = open.map(({ diagnosis = "" }) => diagnosis);
  expect(reasons).toContain("this needs more than the one league of a quick run; leave --quick out");
  expect(reasons.filter((reason) => reason.includes("--command"))).toEqual([]);
}

test("no check is called slow for nothing", async () => {
  const { checks } = (await wholeRun("referee")).report;
  const durations = new Map(checks.map(({ id, duration_ms }) => [id, duration_ms]));
  const isSlow = (one: RegisteredCheck) =>
    one.side === "referee" && one.check.slow === true && !isQuick(one, "referee");
  const quickOnes = known.filter(
    (one) =>
      isSlow(one) && !OF_WHOLE_SERIES.includes(one.check.id) && (durations.get(one.check.id) ?? 0) < SLOW_MS,
  );
  expect(quickOnes.map(({ check }) => check.id)).toEqual([]);
});

// Other agents, at an address or started by the suite.

/** Checks with many messages take little simulated time, but most of the processor time: all of them with `FULL=1`. */
const sendsMuch = ({ group, check }: RegisteredCheck) =>
  ["limit", "negative", "robustness"].includes(group) || OF_WHOLE_SERIES.includes(check.id);
const waiting = isFull ? all : all.filter((one) => !sendsMuch(one));

interface Choice {
  role: Role;
  mode: (typeof MODES)[number];
  agent?: "reference" | "silent" | "closes-connections";
  checks?: readonly RegisteredCheck[];
  parallel?: number | undefined;
  seed?: number;
  /** Undefined: the budget of a run for which the user says nothing. */
  budgetMs?: number | undefined;
  variant?: Partial<Pick<InProcessOptions, "agent" | "inject">>;
}

/** A run that ends before the time that it announces, and says of no check that the budget was too short. */
async function inTime({ role, mode, agent = "reference", variant, ...given }: Choice): Promise<InMemoryRun> {
  const { seed = 1, parallel, budgetMs, checks = waiting } = given;
  const run = await runInMemory(role, {
    ...variant,
    checks: checks.filter(({ side }) => side === role || side === "transport"),
    meets: async (reference, environment) => {
      const met = agent === "reference" ? reference : stubSubject(environment, agent);
      return mode === "--url" ? runningAlready(met, await environment.freePort()) : met;
    },
    options: {
      seed,
      verdictsOnly: true,
      ...(parallel === undefined ? {} : { parallel }),
      ...(mode === "--url" ? { leaguePort: 8_000, players: 4, referees: 2 } : {}),
      ...(budgetMs === undefined ? { defaultBudget: true } : { budgetMs }),
    },
  });
  expect(run.report.duration_ms).toBeLessThanOrEqual(run.announced_ms);
  return run;
}

const usualBudget = (role: Role, mode: Choice["mode"]) =>
  mode === "--url" ? longestRunInTurn(role, 1) : longestRun(role);

test.each([
  ["player", "--url"],
  ["manager", "--url"],
] as const)("the reference %s at %s is tested on everything in the announced time", async (role, mode) => {
  const { report, announced_ms } = await inTime({ role, mode, budgetMs: usualBudget(role, mode) });
  expect(cutShort(report)).toEqual([]);
  expect(announced_ms).toBeLessThan(2.5 * MINUTE);
});

test.each(ROLES.flatMap((role) => MODES.map((mode) => [role, mode] as const)))(
  "a %s at %s that never answers is given up soon, with a complete report and the cause",
  async (role, mode) => {
    const budgetMs = usualBudget(role, mode);
    const { report } = await inTime({ role, mode, agent: "silent", budgetMs });
    expect(report.duration_ms).toBeLessThanOrEqual(MINUTE);
    expect(report.exit_code).not.toBe(0);
    expect(report.summary.pass).toBe(0);
    expect(report.checks.map(({ diagnosis = "" }) => diagnosis).join()).toContain("answered nothing");
  },
);

const ofReferee: [string, NonNullable<Choice["variant"]>][] = [
  ["plays two matches at a time, as it announces", {}],
  ["plays one match at a time, and pauses before it sends a result", { agent: oneAtATime, inject: slowly }],
];

test.each(ofReferee)("a referee at --url that %s takes about what the run says", async (_, variant) => {
  const { report, expected_ms } = await inTime({ role: "referee", mode: "--url", variant });
  expect(cutShort(report)).toEqual([]);
  expect(report.duration_ms).toBeLessThan(1.25 * expected_ms);
  expect(report.duration_ms).toBeGreaterThan(0.5 * expected_ms);
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
  const run = fc.asyncProperty(some, async (choice) => void (await inTime(choice)));
  await fc.assert(run, { numRuns: runsOf(15), seed: 7 });
}, 120_000);
