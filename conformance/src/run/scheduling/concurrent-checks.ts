/** Runs checks that mostly wait: several at once on each instance, as far as it plays several matches at the same time. */

import { AgentUnderTest } from "../../fixtures/agent.js";
import { newPeerContext, type RunContext } from "../../fixtures/context.js";
import type { AgentInstance, RefereeInstance } from "../../fixtures/start.js";
import { joins } from "../../peers/actors/behaviour.js";
import { RefereeLeague } from "../../peers/referee-league.js";
import { SubjectError } from "../../subject/subject.js";
import { gracePeriodMs, quickMatch } from "../../time/protocol-deadlines.js";
import { type CheckRunner, reach } from "./check-runner.js";
import type { Planned } from "./plan.js";

/** This many at once are enough for the longest of them to decide how long the run takes. */
const AT_ONCE = 12;

/**
 * @returns the checks that must run alone: the process ended while they ran next to others, or no instance could host them
 */
export async function runConcurrently(
  runner: CheckRunner,
  planned: readonly Planned[],
): Promise<readonly Planned[]> {
  const { context, pool, stop } = runner.options;
  const { canStart, capacity } = context.subject;
  const queue = [...planned];
  const alone: Planned[] = [];

  /** When the run must end, what the agent makes of several matches at once is not waited for. */
  const placesOn = (instance: AgentInstance, known?: number): Promise<AgentInstance[]> =>
    Promise.race([concurrentLeagues(context, instance as RefereeInstance, known), stop.then(() => [])]);

  const host = async (instance: AgentInstance, places: readonly AgentInstance[]) => {
    const hasEnded = () => canStart && instance.agent.instance.hasEnded();
    let isSound = true;
    const work = async (place: AgentInstance) => {
      while (!hasEnded()) {
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
    if (!hasEnded() && (!canStart || isSound || (await runner.isSound(instance)))) pool.give(instance);
    else await instance.stop();
  };

  if (queue.length === 0) return [];
  const first = await reach(() => (canStart ? pool.takeSoon() : pool.take()));
  if (first === undefined || first instanceof SubjectError) {
    for (const one of queue) runner.leave(one, first);
    return [];
  }
  const places = await placesOn(first);
  // Other instances of an agent that the suite starts are like the first; those at several URLs may differ.
  const known = canStart && places.length > 0 ? places.length : undefined;
  const further = async (take: () => Promise<AgentInstance | undefined>) => {
    const instance = queue.length === 0 ? undefined : await reach(take);
    if (instance === undefined || instance instanceof SubjectError) return;
    if (queue.length === 0) pool.give(instance);
    else await host(instance, await placesOn(instance, known));
  };
  const hosts = [host(first, places)];
  const most = Math.min(capacity, Math.ceil(AT_ONCE / Math.max(1, places.length)));
  while (hosts.length < (context.starts.oneInstance ? 1 : most)) hosts.push(further(() => pool.takeSoon()));
  await Promise.all(hosts);
  return [...alone, ...queue];
}

// Several leagues of peers around one running referee, each with separate matches, players and a transcript, so that
// checks that mostly wait run at the same time.

/** Enough to have the longest matches played at the same time. */
const MOST = 8;
/** How many players may be registered around each: at the same time they need different names. */
const PLAYERS = 1_000;

/**
 * One league for each match that the referee runs at the same time; one if it runs them one after the other.
 * @param known the number that another instance runs; otherwise it is measured, which takes some seconds
 */
export async function concurrentLeagues(
  context: RunContext,
  instance: RefereeInstance,
  known?: number,
): Promise<RefereeInstance[]> {
  const count = known ?? (await matchesAtOnce(context, instance));
  const companions = Array.from({ length: count }, (_, index) => concurrentLeague(context, instance, index));
  if (context.form.takesOnlyOrders === true)
    await Promise.all(companions.map(({ league }) => league.openStandIns()));
  return companions;
}

async function matchesAtOnce(context: RunContext, { league }: RefereeInstance): Promise<number> {
  // A check may need all configured players.
  const most = context.playerPlaces === undefined ? MOST : 1;
  const count = Math.min(most, league.capacity);
  return count > 1 && (await runsAtOnce(league, count)) ? count : 1;
}

/** Whether the referee invites the players of this many matches before the first match can be over. */
async function runsAtOnce(league: RefereeLeague, count: number): Promise<boolean> {
  const slow = { join: joins({ afterMs: gracePeriodMs() }) };
  const matches = await Promise.all(
    Array.from({ length: count }, () => league.prepareMatch({ a: slow, b: slow })),
  );
  try {
    const assigned = matches.map((match) => match.assign());
    const seen = await Promise.all(matches.map((match) => match.ended(quickMatch(), 0)));
    await Promise.all(assigned);
    const begun = seen.map(({ invitations }) => invitations[0]?.at_ms ?? Number.POSITIVE_INFINITY);
    return Math.max(...begun) - Math.min(...begun) < gracePeriodMs();
  } finally {
    for (const match of matches) match.close();
  }
}

function concurrentLeague(
  context: RunContext,
  { agent, manager, ...instance }: RefereeInstance,
  index: number,
): RefereeInstance {
  const peerContext = newPeerContext(context, `companion-${context.starts.next()}`);
  const same = new AgentUnderTest(peerContext, agent.role, agent.instance);
  same.registration = agent.registration;
  same.alias = agent.alias;
  const league = new RefereeLeague(peerContext, manager, same, {
    counters: { round: context.starts.firstRound, player: (index + 1) * PLAYERS },
    matches: context.played.matches,
    places: 1,
  });
  return {
    ...instance,
    peerContext,
    agent: same,
    manager,
    league,
    matches: league,
    stop: () => league.close(),
  };
}
