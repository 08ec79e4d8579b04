/** The manager's checks on a manager that runs already: there is one league, and all of them share it. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { loadProfile } from "../profiles/load.js";
import { run } from "../run/run.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { Instance, Subject } from "../subject/subject.js";

const checks = (await loadChecks()).filter(({ side }) => side === "manager");

async function verdicts(players: number, referees: number): Promise<Record<string, string[]>> {
  const environment = simulatedEnvironment(1);
  const inner = inProcessSubject(environment, { label: "manager", agent: referenceAgent("manager") });
  const port = await environment.freePort();
  let running: Promise<Instance> | undefined;
  const subject: Subject = {
    ...inner,
    canStart: false,
    canRestart: false,
    capacity: 1,
    launch: (options) => {
      running ??= inner.launch({ ...options, port, players, referees });
      return running;
    },
  };
  const profile = loadProfile("canonical");
  const report = await run({
    role: "manager",
    environment,
    subject,
    checks,
    seed: 1,
    players,
    referees,
    profile,
    onEvent: () => {},
  });
  const byVerdict: Record<string, string[]> = {};
  for (const { id, verdict } of report.checks) byVerdict[verdict] = [...(byVerdict[verdict] ?? []), id];
  return byVerdict;
}

test.each([
  [4, 2],
  [5, 2],
  [3, 1],
  [2, 1],
])(
  "with %i players and %i referees the one league is enough for most of what can be observed",
  async (players, referees) => {
    const { pass = [], "not-exercised": open = [], ...others } = await verdicts(players, referees);
    expect(others).toEqual({});
    expect(pass.length).toBeGreaterThan(35);
    expect(pass).toContain("manager/results/three-hundred-points");
    expect(pass).toContain("manager/queries/standings-while-running");
    expect(pass).toContain("manager/registration/duplicate-name");
    expect(open).toContain("manager/alive/unresponsive-player");
  },
);
