/**
 * Runs a plan. Checks share instances where they can; what starts instances itself, and what mostly waits, runs at the
 * same time, as far as the agent and the machine allow.
 */
import { SubjectError } from "../subject/subject.js";
import { CheckRunner, type RunnerOptions, reach } from "./check-runner.js";
import { runConcurrently } from "./concurrent-checks.js";
import { endsTheAgent } from "./importance.js";
import type { Place, Planned } from "./plan.js";
import { runInSequence } from "./sequential-checks.js";

export async function schedule(options: RunnerOptions, planned: readonly Planned[]): Promise<void> {
  const { context, stop, pool } = options;
  const runner = new CheckRunner(options);
  const at = (...places: Place[]) => planned.filter(({ place }) => places.includes(place));
  // A run that must end already starts nothing.
  await Promise.race([stop, Promise.resolve()]);
  runner.watchWith(at("watcher"));
  const starting = at("own", "fresh");
  const concurrent = async (spare?: Promise<void>) => {
    for (const one of await runConcurrently(runner, at("concurrent"), spare)) await startFor(runner, one);
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
    await Promise.all([sharing, concurrent(sharing)]);
    await last(ending);
  };
  if (!context.subject.canStart) {
    await runInSequence(runner, at("shared"));
    await concurrent();
    // Checks of a running manager: they all observe the one league that it plays.
    for (const one of starting) await startFor(runner, one);
    await last();
  } else if (context.oneInstance) {
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
  if (context.oneInstance && context.subject.canStart) await pool.close();
}
