/** Runs checks that mostly wait: several at once on each instance, as far as it plays several matches at the same time. */
import { concurrentLeagues } from "../fixtures/concurrent-leagues.js";
import type { AgentInstance, RefereeInstance } from "../fixtures/start.js";
import { SubjectError } from "../subject/subject.js";
import { type CheckRunner, reach } from "./check-runner.js";
import type { Planned } from "./plan.js";

/** This many at once are enough for the longest of them to decide how long the run takes. */
const AT_ONCE = 8;

/**
 * @param spare resolves when instances that are free then are needed by no other check
 * @returns the checks that must run alone: the process ended while they ran next to others, or no instance could host them
 */
export async function runConcurrently(
  runner: CheckRunner,
  planned: readonly Planned[],
  spare?: Promise<void>,
): Promise<readonly Planned[]> {
  const { context, pool } = runner.options;
  const queue = [...planned];
  if (queue.length === 0) return [];
  const alone: Planned[] = [];
  const first = await reach(() => (context.subject.canStart ? pool.takeSoon() : pool.take()));
  if (first === undefined || first instanceof SubjectError) {
    for (const one of queue) runner.leave(one, first);
    return [];
  }
  const places = await placesOn(runner, first);
  // Other instances of an agent that the suite starts are like the first; those at several URLs may differ.
  const known = context.subject.canStart && places.length > 0 ? places.length : undefined;
  const further: FurtherHost = { runner, queue, alone, known };
  const hosts = [host(runner, first, places, queue, alone)];
  const wanted = hostsFor(runner, Math.max(1, places.length));
  while (hosts.length < wanted) hosts.push(furtherHost(further, () => pool.takeSoon()));
  if (context.subject.canStart) hosts.push(furtherHost(further, () => pool.takeGiven()));
  if (spare !== undefined) hosts.push(spare.then(() => spareHosts(further)));
  await Promise.all(hosts);
  return [...alone, ...queue];
}

function hostsFor({ options }: CheckRunner, placesOnEach: number): number {
  const { subject, starts } = options.context;
  if (starts.oneInstance) return 1;
  return Math.min(subject.capacity, Math.ceil(AT_ONCE / placesOnEach));
}

interface FurtherHost {
  runner: CheckRunner;
  queue: Planned[];
  alone: Planned[];
  /** How many places the first instance has, where the others have as many. */
  known: number | undefined;
}

async function furtherHost(
  { runner, queue, alone, known }: FurtherHost,
  take: () => Promise<AgentInstance | undefined>,
): Promise<void> {
  if (queue.length === 0) return;
  const { pool } = runner.options;
  const instance = await reach(take);
  if (instance === undefined || instance instanceof SubjectError) return;
  if (queue.length === 0) return pool.give(instance);
  await host(runner, instance, await placesOn(runner, instance, known), queue, alone);
}

/** On all that are free: so that in the end only the longest checks are waited for. */
async function spareHosts(further: FurtherHost): Promise<void> {
  const { pool } = further.runner.options;
  const hosts: Promise<void>[] = [];
  for (let free = pool.takeFree(); free !== undefined; free = pool.takeFree()) {
    const instance = free;
    hosts.push(furtherHost(further, async () => instance));
  }
  await Promise.all(hosts);
}

/** When the run must end, what the agent makes of several matches at once is not waited for. */
function placesOn(
  { options: { context, stop } }: CheckRunner,
  instance: AgentInstance,
  known?: number,
): Promise<AgentInstance[]> {
  return Promise.race([concurrentLeagues(context, instance as RefereeInstance, known), stop.then(() => [])]);
}

async function host(
  runner: CheckRunner,
  instance: AgentInstance,
  places: readonly AgentInstance[],
  queue: Planned[],
  alone: Planned[],
): Promise<void> {
  const { pool, context } = runner.options;
  const { canStart } = context.subject;
  const hasEnded = () => canStart && instance.agent.instance.hasEnded();
  let isSound = true;
  const work = async (place: AgentInstance) => {
    while (queue.length > 0 && !hasEnded()) {
      const next = queue.shift();
      if (next === undefined) return;
      const done = await runner.perform(next, place, { isConcurrent: places.length > 1 });
      isSound &&= done?.condition === "sound";
      if (done === undefined) alone.push(next);
      else await runner.watch(next);
    }
  };
  await Promise.all((places.length === 0 ? [instance] : places).map(work));
  await Promise.all(places.filter((one) => one !== instance).map((one) => one.stop()));
  if (!hasEnded() && (!canStart || isSound || (await runner.options.isSound(instance)))) pool.give(instance);
  else await instance.stop();
}
