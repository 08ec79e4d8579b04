/** A run of a reference agent on simulated time; a whole run is made once for all test files of a thread. */
import { loadChecks } from "../src/checks/registry.js";
import { simulatedEnvironment } from "../src/environment/simulated-environment.js";
import { loadProfile } from "../src/profiles/load.js";
import { run } from "../src/run/run.js";
import type { RunOptions } from "../src/run/run-options.js";
import { select } from "../src/run/select.js";
import { inProcessSubject } from "../src/subject/in-process-subject.js";
import { referenceAgent, referenceLasts } from "../src/subject/reference-agent.js";
import { longestRun } from "../src/time/protocol-deadlines.js";
import type { Report, Role } from "../src/types.js";

const all = await loadChecks();

/** With all checks of the role, unless the options name others. */
export function runReference(role: Role, options: Partial<RunOptions> = {}): Promise<Report> {
  const environment = simulatedEnvironment(1);
  const subject = inProcessSubject(environment, {
    label: role,
    agent: referenceAgent(role),
    lasts: referenceLasts,
  });
  return run({
    role,
    environment,
    subject,
    checks: select(all, role, {}),
    seed: 1,
    profile: loadProfile("canonical"),
    trusted: true,
    onEvent: () => undefined,
    ...options,
  });
}

export interface WholeRun {
  report: Report;
  /** The maximum duration that the run announces. */
  announced: number;
}

const made = new Map<Role, Promise<WholeRun>>();

export function wholeRun(role: Role): Promise<WholeRun> {
  const known = made.get(role) ?? makeWholeRun(role);
  made.set(role, known);
  return known;
}

async function makeWholeRun(role: Role): Promise<WholeRun> {
  let announced = 0;
  const onEvent: RunOptions["onEvent"] = (event) => {
    if (event.type === "run_started") announced = event.worst_case_ms;
  };
  // One check of managers takes longer than a run may: `worst-case.test.ts` has the run without it.
  const budget = role === "manager" ? {} : { budgetMs: longestRun(role) };
  const report = await runReference(role, { onEvent, ...budget });
  return { report, announced };
}
