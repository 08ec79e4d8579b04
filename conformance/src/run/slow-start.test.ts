/** An agent that takes long to start is judged as its quick twin is: no wait of a check begins before the agent listens. */
import { expect, test } from "vitest";
import { loadChecks, type RegisteredCheck } from "../checks/registry.js";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { loadProfile } from "../profiles/load.js";
import type { Clock } from "../sdk.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { InProcessSubject, Instance } from "../subject/subject.js";
import { pause, within } from "../time/pause.js";
import type { Role } from "../types.js";
import { needsCommand } from "./plan.js";
import { run } from "./run.js";
import { select } from "./select.js";

const all = await loadChecks();

/** The same agent, whose instances listen and register so much later. */
function slowed(subject: InProcessSubject, clock: Clock, ms: number): InProcessSubject {
  return {
    ...subject,
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

async function runOf(role: Role, startMs: number) {
  const environment = simulatedEnvironment(1);
  const subject = inProcessSubject(environment, { label: role, agent: referenceAgent(role) });
  const notes: string[] = [];
  const report = await run({
    ...{ role, environment, seed: 1, profile: loadProfile("canonical"), trusted: true },
    subject: slowed(subject, environment.clock, startMs),
    checks: select(all, role, {}).filter(startsInstances(role)),
    onEvent: (event) => void (event.type === "note" && notes.push(event.text)),
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
