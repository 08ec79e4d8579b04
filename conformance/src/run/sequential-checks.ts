/**
 * Runs checks one after the other on one instance. While a check takes long, further instances go on with the checks
 * after it: those that other checks have left, before new ones are started.
 */

import type { AgentInstance } from "../fixtures/start.js";
import { SubjectError } from "../subject/subject.js";
import { type CheckRunner, reach } from "./check-runner.js";
import type { Planned } from "./plan.js";

/** A check that takes longer than this holds up the others. In milliseconds. */
const HELD_UP_MS = 1_500;
/** Two instances do for an agent that conforms; checks that fail wait to their end, so they allow more. */
const INSTANCES = { least: 2, most: 6, failedForOneMore: 5 };

export async function runInSequence(runner: CheckRunner, planned: readonly Planned[]): Promise<void> {
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
    if (queue.length > 0 && working < wanted) workers.push(work(() => pool.takeSoon("first")));
  };

  const atFirst = canStart ? 1 : capacity;
  for (let i = 0; i < Math.min(atFirst, planned.length); i += 1) workers.push(work(() => pool.take()));
  while (workers.length > 0) await workers.shift();
}

function instancesFor({ options, failed }: CheckRunner): number {
  const { least, most, failedForOneMore } = INSTANCES;
  if (options.context.oneInstance) return 1;
  return Math.min(most, least + Math.floor(failed / failedForOneMore));
}
