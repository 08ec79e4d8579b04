/** The trials of the self-test as plain data: each trial is a separate run, in any process. */
import type { RegisteredCheck } from "../checks/registry.js";
import type { Mutant } from "../mutants/mutant.js";
import type { CheckResult, Role } from "../types.js";
import type { StubName } from "./stub-agents.js";
import { tryMutant, tryReference, tryStub } from "./trial.js";

export interface TrialJob {
  on:
    | { kind: "reference"; shuffled?: true }
    | { kind: "mutant"; id: string; shuffled?: true }
    | { kind: "stub"; name: StubName };
  role: Role;
  wire: string;
  seed: number;
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
  { on, role, wire, seed, checks: ids }: TrialJob,
  all: readonly RegisteredCheck[],
  mutants: readonly Mutant[],
): Promise<TrialResult[]> {
  const wanted = ids === undefined ? undefined : new Set(ids);
  const checks = wanted === undefined ? all : all.filter(({ check }) => wanted.has(check.id));
  const options = { seed, wire, checks };
  const results = await (() => {
    switch (on.kind) {
      case "reference":
        return tryReference(role, { ...options, ...(on.shuffled === true ? { order: `${seed}` } : {}) });
      case "stub":
        return tryStub(role, on.name, options);
      case "mutant": {
        const mutant = mutants.find(({ id }) => id === on.id);
        if (mutant === undefined) throw new Error(`there is no mutant ${on.id}`);
        return tryMutant(mutant, role, { ...options, ...(on.shuffled === true ? { order: on.id } : {}) });
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
