/** Agents whose processes start late, end by themselves, are ended by others, or listen on one port only. */
import { expect, test } from "vitest";
import { own, runInMemory, testChecks, tryPlayer, verdicts } from "../../../test/in-memory-run.js";
import { loadChecks } from "../../checks/registry.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { parse } from "../../mutants/fault-injection.js";
import type { Clock } from "../../sdk.js";
import type { Exit, InProcessSubject, Instance } from "../../subject/subject.js";
import { pause, within } from "../../time/pause.js";
import type { Role } from "../../types.js";
import { select } from "../select.js";
import { needsCommand } from "./plan.js";

/** The same agent, each instance of which is changed so. */
const changed =
  (change: () => object) =>
  (inner: InProcessSubject): InProcessSubject => ({
    ...inner,
    launch: async (options) => Object.assign(await inner.launch(options), change()),
  });

const exited = (exit: Partial<Exit>): Exit => ({ code: null, signal: null, at_ms: 0, ...exit });

test("a player that calls another league manager and ends is reported as not started, with its output", async () => {
  let started = 0;
  const { report, notes } = await tryPlayer({
    meets: (inner) => ({
      ...inner,
      launch: async (options) => {
        started += 1;
        const instance = await inner.launch({ ...options, league: "http://127.0.0.1:1/mcp" });
        const exit = exited({ code: 1 });
        const output = () => "Traceback\nConnectionRefusedError: [Errno 111] Connection refused\n";
        const ended = { exited: Promise.resolve(exit), exit: () => exit, hasEnded: () => true };
        return Object.assign(instance, ended, { output });
      },
    }),
  });
  expect(report.exit_code).toBe(3);
  expect(started).toBe(1);
  expect(notes.join("\n")).toContain("opened its port and ended (exit code 1) before it had sent anything");
  expect(notes.join("\n")).toContain("ConnectionRefusedError");
});

test.each<[Partial<Exit>, string, string]>([
  [{ signal: "SIGTERM" }, "inconclusive", "SIGTERM, which the suite did not send"],
  [{ code: 1 }, "fail", ""],
  [{ signal: "SIGSEGV" }, "fail", ""],
])("a check during which the process ends with %j is %s", async (exit, verdict, why) => {
  let hasEnded = false;
  const joins = own("joins", async ({ league, player, expect }) => {
    expect((await league.invite(player)).joined.result.accept).is(true);
    hasEnded = true;
  });
  const { report } = await runInMemory("player", {
    checks: [joins],
    meets: changed(() => {
      hasEnded = false;
      return { exit: () => (hasEnded ? exited(exit) : undefined), hasEnded: () => hasEnded };
    }),
  });
  expect(report.checks[0]?.verdict).toBe(verdict);
  expect(report.checks[0]?.diagnosis ?? "").toContain(why);
});

test("a player that ends at its first choice call, which shows its form, fails the check of that call", async () => {
  const { report } = await runInMemory("player", {
    checks: select(all, "player", { only: ["player/choice/chooses-in-time"] }),
    inject: {
      handler:
        (inner, { crash }) =>
        async (http) => {
          if (parse(http.body)?.method !== "choose_parity") return inner(http);
          const ended = new Error("ended");
          crash(ended);
          throw ended;
        },
    },
    meets: (inner, { clock }) => ({
      ...inner,
      launch: async (options) => {
        const instance = await inner.launch(options);
        let exit: Exit | undefined;
        // Its connections break before its end is known.
        const known = instance.exited.then(async (ended) => {
          await pause(clock, 50);
          exit = ended;
          return ended;
        });
        return Object.assign(instance, {
          exited: known,
          exit: () => exit,
          hasEnded: () => exit !== undefined,
        });
      },
    }),
    options: { profile: undefined, trusted: false },
  });
  expect(verdicts(report)).toEqual({ "chooses-in-time": "fail" });
});

test("a player that has registered before it ends is tested, and judged", async () => {
  const { report } = await tryPlayer({
    checks: await testChecks(),
    meets: changed(() => ({ exit: () => exited({ code: 1 }), hasEnded: () => true })),
  });
  expect(report.exit_code).not.toBe(3);
});

test("a league manager with a port of its own gets the verdicts of one that takes any, in the time that is announced", async () => {
  const { report, expected_ms } = await runInMemory("manager", {
    // Many messages, which take little simulated time.
    checks: select(all, "manager", { skip: ["*/negative/*", "*/limit/*", "*/robustness/*"] }),
    meets: (inner) => ({ ...inner, launch: (options) => inner.launch({ ...options, port: 18_101 }) }),
    options: { defaultBudget: true },
  });
  expect(report.summary).toMatchObject({ fail: 0, warn: 0, not_exercised: 0, inconclusive: 0 });
  expect(report.duration_ms).toBeLessThan(expected_ms);
  expect(report.duration_ms).toBeGreaterThan(expected_ms * 0.9);
});

// No wait of a check begins before the agent listens.

/** The same agent, whose instances listen and register so much later. */
const slowed = (subject: InProcessSubject, clock: Clock, ms: number): InProcessSubject => ({
  ...subject,
  canRestart: false,
  async launch(options): Promise<Instance> {
    const starting = pause(clock, ms).then(() => subject.launch(options));
    let started: Instance | undefined;
    void starting.then((instance) => {
      started = instance;
    });
    return {
      name: options.name,
      url: `http://127.0.0.1:${options.port}/mcp`,
      cpu_ms: () => undefined,
      exited: starting.then((instance) => instance.exited),
      hasEnded: () => started?.hasEnded() === true,
      exit: () => started?.exit(),
      endedBySuite: () => started?.endedBySuite() === true,
      output: () => started?.output() ?? "",
      ready: async (ms) => (await within(clock, ms, starting, () => undefined))?.hasEnded() === false,
      kill: async () => (await starting).kill(),
      stop: async () => (await starting).stop(),
    };
  },
});

const all = await loadChecks();

/** The checks that start an instance: all others come after the first start. */
async function runOf(role: Role, startMs: number) {
  const { report, notes } = await runInMemory(role, {
    meets: (inner, { clock }) => slowed(inner, clock, startMs),
    checks: select(all, role, {}).filter(
      ({ check, group }) => needsCommand(check, role) || group === "registration",
    ),
  });
  const verdicts = report.checks.map(({ id, verdict, diagnosis = "" }) => `${id} ${verdict} ${diagnosis}`);
  return { verdicts, notes };
}

test.each<Role>(["player", "referee", "manager"])("a %s that takes 20 s to start", async (role) => {
  const [quick, slow] = [await runOf(role, 0), await runOf(role, 20_000)];
  expect(quick.verdicts.filter((one) => one.includes(" pass")).length).toBeGreaterThan(4);
  expect(slow.verdicts).toEqual(quick.verdicts);
  expect(quick.notes).not.toContain("waiting for the agent to open its port");
  expect(slow.notes).toContain("waiting for the agent to open its port");
});

// Interventions of the suite in an instance do not count against the agent.

async function joins({ league, player, expect }: PlayerFixture): Promise<void> {
  expect((await league.invite(player)).joined.result.accept).is(true);
}

/** Gives the run time for repetitions. */
const roomy = own("third-is-roomy", joins, { steps: [600_000] });

test("a check whose instance the suite ends is repeated, and judged by the repetition", async () => {
  let times = 0;
  const { report, events } = await tryPlayer({
    checks: [
      own("once", async (fixture) => {
        times += 1;
        if (times === 1) await fixture.player.instance.stop();
        await joins(fixture);
      }),
      own("always", async (fixture) => {
        await fixture.player.instance.stop();
        await joins(fixture);
      }),
    ],
  });
  expect(verdicts(report)).toEqual({ once: "pass", always: "inconclusive" });
  const [, always] = report.checks;
  expect(always?.diagnosis).toBe("the suite ended this instance before the check was over");
  const notes = events.flatMap((event) => (event.type === "note" ? [event.text] : []));
  expect(notes.filter((text) => text.includes("repeated"))).toEqual([
    expect.stringMatching(/^not decided at first, so repeated one by one: \S*always, \S*once$/),
  ]);
});

const shares = "an invitation after a long wait";

test.each([
  ["is made again, and blames the agent in none of its checks", 1, 70_000, "pass"],
  ["and never comes to its end, is inconclusive in all of its checks", 9, 1_000, "inconclusive"],
])("an observation whose instance the suite ends %s", async (_what, slow, limit, verdict) => {
  let times = 0;
  const observes = async (fixture: PlayerFixture) => {
    const { joined } = await fixture.observe(shares, async () => {
      times += 1;
      // Too long for the check that makes it: it is given up, and its instance is ended.
      if (times <= slow) await fixture.pause(60_000);
      return fixture.league.invite(fixture.player);
    });
    fixture.expect(joined.result.accept, "accept").is(true);
  };
  const { report } = await tryPlayer({
    checks: [
      own("first-makes", observes, { shares, steps: [1_000] }),
      own("second-observes", observes, { shares, steps: [limit] }),
      roomy,
    ],
  });
  const expected = { "first-makes": verdict, "second-observes": verdict, "third-is-roomy": "pass" };
  expect(verdicts(report)).toEqual(expected);
});

test("a check that ends the agent leaves its instance to no other, even when the agent still answers", async () => {
  const instances = new Set<unknown>();
  const joinsAtTheEnd = async (fixture: PlayerFixture) => {
    instances.add(fixture.player.instance);
    await joins(fixture);
  };
  const ending = { needs: { last: true } } as const;
  const { report } = await tryPlayer({
    checks: [
      own("first", joinsAtTheEnd, { id: "player/end/first", ...ending }),
      own("second", joinsAtTheEnd, { id: "player/end/second", ...ending }),
    ],
  });
  expect(verdicts(report)).toEqual({ first: "pass", second: "pass" });
  expect(instances.size).toBe(2);
});
