/** One run of the suite on a new agent, on simulated time unless the fault is in the sockets. */

import type { RegisteredCheck } from "../checks/registry.js";
import type { Mutant } from "../mutants/mutant.js";
import { loadProfile } from "../profiles/load.js";
import { run } from "../run/run.js";
import { seededRandom } from "../sdk.js";
import { inProcessSubject } from "../subject/in-process-subject.js";
import { referenceAgent } from "../subject/reference-agent.js";
import type { CheckResult, Role } from "../types.js";
import { simulatedEnvironment } from "../wire/environment.js";
import { type StubName, stubSubject } from "./stub-agents.js";

export interface TrialOptions {
  seed: number;
  wire: string;
  checks: readonly RegisteredCheck[];
  /** Records the transcripts of the checks, which takes more time. */
  transcripts?: true;
  /** Runs the checks in another order, which follows from this text. */
  order?: string;
}

export type Results = ReadonlyMap<string, CheckResult>;

export async function tryReference(role: Role, options: TrialOptions): Promise<Results> {
  const environment = simulatedEnvironment(options.seed);
  const subject = inProcessSubject(environment, {
    label: `reference ${role}`,
    agent: referenceAgent(role),
    seed: options.seed,
    wire: options.wire,
    lasts: true,
  });
  return runOn(role, options, environment, subject);
}

export async function tryMutant(mutant: Mutant, role: Role, options: TrialOptions): Promise<Results> {
  const { agent, inject, wire, outermost } = mutant;
  const environment = simulatedEnvironment(options.seed);
  const subject = inProcessSubject(environment, {
    label: mutant.id,
    agent: agent === undefined ? referenceAgent(role) : (launch, memory) => agent(launch, role, memory),
    seed: options.seed,
    lasts: true,
    ...(inject === undefined ? {} : { inject }),
    wire: wire ?? options.wire,
    isFaultInside: wire === undefined && outermost === undefined,
  });
  return runOn(role, options, environment, subject);
}

export async function tryStub(role: Role, name: StubName, options: TrialOptions): Promise<Results> {
  const environment = simulatedEnvironment(options.seed);
  return runOn(role, options, environment, stubSubject(environment, name));
}

async function runOn(
  role: Role,
  options: TrialOptions,
  environment: Parameters<typeof inProcessSubject>[0],
  subject: ReturnType<typeof inProcessSubject>,
): Promise<Results> {
  const checks = options.checks.filter(({ side }) => side === role || side === "transport");
  const report = await run({
    role,
    environment,
    subject,
    checks,
    seed: options.seed,
    profile: loadProfile(options.wire),
    trusted: true,
    verdictsOnly: options.transcripts !== true,
    ...(options.order === undefined ? {} : { shuffle: seededRandom(options.order) }),
    onEvent: () => undefined,
  });
  return new Map(report.checks.map((check) => [check.id, check]));
}

// The trials of the self-test as plain data: each trial is a separate run, in any process.

export interface TrialJob {
  on: { kind: "reference" } | { kind: "mutant"; id: string } | { kind: "stub"; name: StubName };
  role: Role;
  wire: string;
  seed: number;
  /** Runs the checks in another order, which follows from this text. */
  order?: string;
  /** Ids; all of the role by default. */
  checks?: readonly string[];
}

/** The result of a trial for one check, without the transcript, because it is sent between threads. */
export type TrialResult = Pick<CheckResult, "id" | "clause" | "verdict" | "diagnosis">;

export interface Trials {
  /** The same job has the same results in any thread and in any order. */
  run(job: TrialJob): Promise<readonly TrialResult[]>;
  close(): Promise<void>;
}

/** One after the other, in this thread. */
export function trialsInThread(checks: readonly RegisteredCheck[], mutants: readonly Mutant[]): Trials {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (job) => {
      const done = last.then(() => runTrial(job, checks, mutants));
      last = done.catch(() => undefined);
      return done;
    },
    close: async () => undefined,
  };
}

export async function runTrial(
  { on, role, checks: ids, ...how }: TrialJob,
  all: readonly RegisteredCheck[],
  mutants: readonly Mutant[],
): Promise<TrialResult[]> {
  const wanted = ids === undefined ? undefined : new Set(ids);
  const checks = wanted === undefined ? all : all.filter(({ check }) => wanted.has(check.id));
  const options = { ...how, checks };
  const results = await (() => {
    switch (on.kind) {
      case "reference":
        return tryReference(role, options);
      case "stub":
        return tryStub(role, on.name, options);
      case "mutant": {
        const mutant = mutants.find(({ id }) => id === on.id);
        if (mutant === undefined) throw new Error(`there is no mutant ${on.id}`);
        return tryMutant(mutant, role, options);
      }
    }
  })();
  return [...results.values()].map(({ id, clause, verdict, diagnosis }) => ({
    id,
    clause,
    verdict,
    ...(diagnosis === undefined ? {} : { diagnosis }),
  }));
}
