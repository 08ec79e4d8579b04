/** Agents whose processes start late, end by themselves, are ended by others, or listen on one port only. */
import { expect, test } from "vitest";
import { testChecks } from "../../test/checks/registered.js";
import { own, runInMemory, tryPlayer } from "../../test/in-memory-run.js";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import type { Clock } from "../sdk.js";
import type { Exit, InProcessSubject, Instance } from "../subject/subject.js";
import { pause, within } from "../time/pause.js";
import type { CheckResult, Role } from "../types.js";
import { needsCommand } from "./plan.js";
import { select } from "./select.js";

/** A player that ends as soon as its port is open, in the league that it was given or in another one. */
async function endsAtOnce({ calls }: { calls: "its league" | "another address" }) {
  let started = 0;
  const tried = await tryPlayer({
    checks: await testChecks(),
    meets: (inner, { clock }) => ({
      ...inner,
      launch: async (options) => {
        started += 1;
        const league = calls === "its league" ? options.league : "http://127.0.0.1:1/mcp";
        const instance = await inner.launch({ ...options, league });
        const exit = { code: 1, signal: null, at_ms: clock.now() };
        const exited = calls === "its league" ? instance.exited : Promise.resolve(exit);
        return Object.assign(instance, {
          ...{ exited, exit: () => exit, hasEnded: () => true },
          output: () => "Traceback\nConnectionRefusedError: [Errno 111] Connection refused\n",
        });
      },
    }),
  });
  return { ...tried, started };
}

test("a player that calls another league manager and ends is reported as not started, with its output", async () => {
  const { report, notes, started } = await endsAtOnce({ calls: "another address" });
  expect(report.exit_code).toBe(3);
  expect(started).toBe(1);
  const said = notes.join("\n");
  expect(said).toContain("opened its port and ended (exit code 1) before it had sent anything");
  expect(said).toContain("ConnectionRefusedError");
});

test("a player that has registered before it ends is tested, and judged", async () => {
  const { report } = await endsAtOnce({ calls: "its league" });
  expect(report.exit_code).not.toBe(3);
});

/** The verdict on a check that sees nothing wrong, of an agent whose process ends like this meanwhile. */
async function verdictOn(exit: Pick<Exit, "code" | "signal">): Promise<CheckResult | undefined> {
  let hasEnded = false;
  const joins = own("joins", async ({ league, player, expect }) => {
    expect((await league.invite(player)).joined.result.accept).is(true);
    hasEnded = true;
  });
  const { report } = await runInMemory("player", {
    checks: [joins],
    meets: (inner) => ({
      ...inner,
      launch: async (options) => {
        const instance = await inner.launch(options);
        hasEnded = false;
        return Object.assign(instance, {
          exit: () => (hasEnded ? { ...exit, at_ms: 0 } : undefined),
          hasEnded: () => hasEnded,
        });
      },
    }),
  });
  return report.checks[0];
}

test("a signal that the suite did not send leaves the check undecided, and is named", async () => {
  const ended = await verdictOn({ code: null, signal: "SIGTERM" });
  expect(ended?.verdict).toBe("inconclusive");
  expect(ended?.diagnosis).toContain("SIGTERM, which the suite did not send");
});

test.each([
  { code: 1, signal: null },
  { code: null, signal: "SIGSEGV" },
])("a crash fails the check: %j", async (exit) => {
  expect((await verdictOn(exit))?.verdict).toBe("fail");
});

test("a league manager with a port of its own gets the verdicts of one that takes any, in the time that is announced", async () => {
  const { report, expected_ms } = await runInMemory("manager", {
    meets: (inner) => ({ ...inner, launch: (options) => inner.launch({ ...options, port: 18_101 }) }),
    options: { defaultBudget: true },
  });
  expect(report.summary).toMatchObject({ fail: 0, warn: 0, not_exercised: 0, inconclusive: 0 });
  expect(report.duration_ms).toBeLessThan(expected_ms);
  expect(report.duration_ms).toBeGreaterThan(expected_ms * 0.9);
});

// No wait of a check begins before the agent listens.

/** The same agent, whose instances listen and register so much later. */
function slowed(subject: InProcessSubject, clock: Clock, ms: number): InProcessSubject {
  return {
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
        exited: starting.then(({ exited }) => exited),
        hasEnded: () => started?.hasEnded() === true,
        exit: () => started?.exit(),
        endedBySuite: () => started?.endedBySuite() === true,
        cpu_ms: () => undefined,
        output: () => started?.output() ?? "",
        ready: async (withinMs) => {
          const instance = await within(clock, withinMs, starting, () => undefined);
          return instance !== undefined && !instance.hasEnded();
        },
        kill: async () => (await starting).kill(),
        stop: async () => (await starting).stop(),
      };
    },
  };
}

/** Only these wait for a start; all other checks come after the first one. */
const startsInstances =
  (role: Role) =>
  ({ check, group }: RegisteredCheck) =>
    needsCommand(check, role) || group === "registration";

const all = await loadChecks();

async function runOf(role: Role, startMs: number) {
  const { report, notes } = await runInMemory(role, {
    meets: (inner, { clock }) => slowed(inner, clock, startMs),
    checks: select(all, role, {}).filter(startsInstances(role)),
  });
  const verdicts = report.checks.map(({ id, verdict, diagnosis }) =>
    [id, verdict, diagnosis ?? ""].join(" ").trim(),
  );
  return { verdicts, notes };
}

test.each<Role>(["player", "referee", "manager"])("a %s that takes 20 s to start", async (role) => {
  const [quick, slow] = [await runOf(role, 0), await runOf(role, 20_000)];
  expect(quick.verdicts.filter((one) => one.includes(" pass")).length).toBeGreaterThan(4);
  expect(slow.verdicts).toEqual(quick.verdicts);
  expect(quick.notes).not.toContain("waiting for the agent to open its port");
  expect(slow.notes).toContain("waiting for the agent to open its port");
});
