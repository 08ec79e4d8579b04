/** One run of the suite on an agent of its own, on simulated time unless the fault is one of sockets. */

import type { RegisteredCheck } from "../checks/registry.js";
import { type DegenerateName, degenerateSubject } from "../degenerate/degenerate.js";
import { seededRandom } from "../doors.js";
import type { Mutant } from "../mutants/mutant.js";
import { loadProfile } from "../profiles/load.js";
import { run } from "../run/run.js";
import { realStage } from "../stage/real-stage.js";
import { simulatedStage } from "../stage/simulated-stage.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import type { CheckResult, Role } from "../types.js";
import { referenceAgent } from "./reference.js";

/** On simulated time an instance costs nothing, so every check may have one. */
const LANES = 8;

export interface TrialOptions {
  seed: number;
  wire: string;
  checks: readonly RegisteredCheck[];
  /** Runs the checks in another order than the usual. */
  shuffled?: boolean;
}

export type Results = ReadonlyMap<string, CheckResult>;

export async function tryReference(role: Role, options: TrialOptions): Promise<Results> {
  const stage = simulatedStage(options.seed);
  const subject = inProcessSubject(stage, {
    label: `reference ${role}`,
    agent: referenceAgent(role),
    seed: options.seed,
  });
  return conduct(role, options, stage, subject);
}

export async function tryMutant(mutant: Mutant, role: Role, options: TrialOptions): Promise<Results> {
  const { agent } = mutant;
  const stage = mutant.real === true ? realStage(options.seed) : simulatedStage(options.seed);
  const subject = inProcessSubject(stage, {
    label: mutant.id,
    agent: agent === undefined ? referenceAgent(role) : (launch) => agent(launch, role),
    seed: options.seed,
    ...(mutant.surgery === undefined ? {} : { surgery: mutant.surgery }),
  });
  return conduct(role, options, stage, subject);
}

export async function tryDegenerate(
  role: Role,
  name: DegenerateName,
  options: TrialOptions,
): Promise<Results> {
  const stage = simulatedStage(options.seed);
  return conduct(role, options, stage, degenerateSubject(stage, name));
}

async function conduct(
  role: Role,
  options: TrialOptions,
  stage: Parameters<typeof inProcessSubject>[0],
  subject: ReturnType<typeof inProcessSubject>,
): Promise<Results> {
  const checks = options.checks.filter(({ side }) => side === role || side === "transport");
  const report = await run({
    role,
    stage,
    subject,
    checks,
    seed: options.seed,
    profile: loadProfile(options.wire),
    lanes: LANES,
    ...(options.shuffled === true ? { shuffle: seededRandom(`${options.seed}/order`) } : {}),
    onEvent: () => undefined,
  });
  return new Map(report.checks.map((check) => [check.id, check]));
}
