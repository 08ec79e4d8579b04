/** A league manager that listens on one port and ignores --port: one runs at a time, and all checks have their turn. */
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";
import { simulatedEnvironment } from "../environment/simulated-environment.js";
import { loadProfile } from "../profiles/load.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent, referenceLasts } from "../subject/reference-agent.js";
import type { Subject } from "../subject/subject.js";
import { run } from "./run.js";
import { select } from "./select.js";

test("a league manager with a port of its own gets the verdicts of one that takes any, in the time that is announced", async () => {
  const environment = simulatedEnvironment(1);
  const inner = inProcessSubject(environment, {
    ...{ label: "manager", agent: referenceAgent("manager"), lasts: referenceLasts },
  });
  const subject: Subject = { ...inner, launch: (options) => inner.launch({ ...options, port: 18_101 }) };
  let expected = 0;
  const report = await run({
    ...{ role: "manager" as const, environment, subject, seed: 1, profile: loadProfile("canonical") },
    ...{ trusted: true, defaultBudget: true },
    checks: select(await loadChecks(), "manager", {}),
    onEvent: (event) => {
      if (event.type === "run_started") expected = event.expected_ms;
    },
  });
  expect(report.summary).toMatchObject({ fail: 0, warn: 0, not_exercised: 0, inconclusive: 0 });
  expect(report.duration_ms).toBeLessThan(expected);
  expect(report.duration_ms).toBeGreaterThan(expected * 0.9);
});
