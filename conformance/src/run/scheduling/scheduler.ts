/**
 * Runs a plan. Checks share instances where they can; what starts instances itself, and what mostly waits, runs at the
 * same time, as far as the agent and the machine allow.
 */
import { Semaphore } from "../../fixtures/semaphore.js";
import type { AgentInstance } from "../../fixtures/start.js";
import { SubjectError } from "../../subject/subject.js";
import type { CheckResult } from "../../types.js";
import { CheckRunner, type RunnerOptions, reach } from "./check-runner.js";
import { runConcurrently } from "./concurrent-checks.js";
import { endsTheAgent } from "./importance.js";
import type { Place, Planned } from "./plan.js";

/** A check that takes longer than this holds up the others. In milliseconds. */
const HELD_UP_MS = 1_500;
/** Two instances do for an agent that conforms; checks that fail wait to their end, so they allow more. */
const INSTANCES = { least: 2, most: 6, failedForOneMore: 5 };

export async function schedule(options: RunnerOptions, planned: readonly Planned[]): Promise<void> {
  const { context, stop, pool } = options;
  const runner = new CheckRunner(options);
  const at = (...places: Place[]) => planned.filter(({ place }) => places.includes(place));
  // A run that must end already starts nothing.
  await Promise.race([stop, Promise.resolve()]);
  runner.watchWith(at("watcher"));
  const starting = at("own", "fresh");
  const concurrent = async () => {
    for (const one of await runConcurrently(runner, at("concurrent"))) await startFor(runner, one);
  };
  const last = (which: Planned[] = at("last")) => runInSequence(runner, which);
  const onInstances = async () => {
    const ending = at("last").filter(({ one }) => endsTheAgent(one));
    // One sequence, so that its instances stay with it: those that wait for one would take it between two sequences.
    const sharing = runInSequence(runner, [
      ...at("shared"),
      ...at("last").filter((one) => !ending.includes(one)),
    ]);
    // What ends an instance waits until the checks that mostly wait need none.
    await Promise.all([sharing, concurrent()]);
    await last(ending);
  };
  if (!context.subject.canStart) {
    await runInSequence(runner, at("shared"));
    await concurrent();
    // Checks of a running manager: they all observe the one league that it plays.
    for (const one of starting) await startFor(runner, one);
    await last();
  } else if (context.starts.oneInstance) {
    await runInSequence(runner, at("shared"));
    await concurrent();
    await last();
    await pool.close();
    for (const one of starting) await startFor(runner, one);
  } else {
    await Promise.all([startForAll(runner, starting), onInstances()]);
  }
  await runner.unwatched();
  for (const one of at("observer")) await runner.perform(one, undefined);
}

/** All at once: the limiter of starts keeps them from delaying each other. */
async function startForAll(runner: CheckRunner, planned: readonly Planned[]): Promise<void> {
  const finished = planned.map(() => runner.options.pool.expect());
  await Promise.all(planned.map((one, index) => startFor(runner, one).finally(finished[index])));
}

/** A check that starts instances itself, or one on an instance that is started for it. */
async function startFor(runner: CheckRunner, planned: Planned): Promise<void> {
  const { context, pool } = runner.options;
  if (planned.place === "own") await runner.perform(planned, undefined);
  else {
    const instance = await reach(() => pool.open());
    if (instance === undefined || instance instanceof SubjectError) {
      runner.leave(planned, instance);
      return;
    }
    const left = await runner.on(instance, planned);
    if (left !== undefined) pool.give(left);
  }
  // Where only one instance runs at a time, the next check must be able to start its own.
  if (context.starts.oneInstance && context.subject.canStart) await pool.close();
}

/**
 * One after the other on one instance. While a check takes long, further instances go on with the checks after it: those
 * that other checks have left, before new ones are started.
 */
async function runInSequence(runner: CheckRunner, planned: readonly Planned[]): Promise<void> {
  const { context, pool } = runner.options;
  const { canStart, capacity } = context.subject;
  const queue = [...planned];
  const workers: Promise<void>[] = [];
  let working = 0;

  const work = async (take: () => Promise<AgentInstance | undefined>) => {
    working += 1;
    let instance: AgentInstance | undefined;
    while (queue.length > 0) {
      const taken = instance ?? (await reach(take));
      const next = queue.shift();
      instance = taken instanceof SubjectError ? undefined : taken;
      if (next === undefined) break;
      if (instance === undefined) {
        runner.leave(next, taken instanceof SubjectError ? taken : undefined);
        continue;
      }
      const timer = context.environment.clock.after(HELD_UP_MS, helpOut);
      instance = await runner.on(instance, next);
      timer.cancel();
    }
    if (instance !== undefined) pool.give(instance);
    working -= 1;
  };
  const helpOut = () => {
    const wanted = canStart ? instancesFor(runner) : capacity;
    if (queue.length > 0 && working < wanted) workers.push(work(() => pool.takeSoon()));
  };

  const atFirst = canStart ? 1 : capacity;
  for (let i = 0; i < Math.min(atFirst, planned.length); i += 1) workers.push(work(() => pool.take()));
  while (workers.length > 0) await workers.shift();
}

function instancesFor({ options, failed }: CheckRunner): number {
  const { least, most, failedForOneMore } = INSTANCES;
  if (options.context.starts.oneInstance) return 1;
  return Math.min(most, least + Math.floor(failed / failedForOneMore));
}

const REPETITIONS = 2;

/** Verdicts inside the timing margin are repeated alone, on a quiet machine; what stays inside it stays inconclusive. */
export async function retryInconclusive(
  options: Omit<RunnerOptions, "slots">,
  undecided: readonly Planned[],
  results: ReadonlyMap<string, CheckResult>,
): Promise<void> {
  for (const planned of undecided) {
    let latest = results.get(planned.one.check.id);
    for (let i = 0; i < REPETITIONS && latest?.verdict === "inconclusive"; i += 1) {
      options.context.shared.removeInconclusive();
      const onResult: RunnerOptions["onResult"] = (result) => {
        // When the run is over, what is known is kept.
        if (result.verdict !== "not-exercised") latest = result;
      };
      const { one, place, makesAt = place } = planned;
      await schedule({ ...options, slots: new Semaphore(1), onResult }, [{ one, place: makesAt }]);
    }
    if (latest !== undefined) options.onResult(latest, planned);
  }
}
