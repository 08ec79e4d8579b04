/**
 * Several worlds around one referee that runs already: each with matches, players and a transcript of its own, so that
 * checks which mostly wait need not wait for each other.
 */
import { joins } from "../peers/behaviour.js";
import { RefereeLeague } from "../peers/referee-league.js";
import { aWhile, quickMatch } from "../time/mandates.js";
import { AgentUnderTest } from "./agent.js";
import { newEnv, type RunContext } from "./context.js";
import { newCounters, type RefereeWorld } from "./referee-bench.js";

/** So many are enough to have the longest matches played at the same time. */
const MOST = 8;

/** As many as the referee runs matches at the same time; one, in which it gets one after the other, where it does not. */
export async function companionsOf(context: RunContext, world: RefereeWorld): Promise<RefereeWorld[]> {
  const count = Math.min(MOST, world.league.capacity);
  const together = count > 1 && (await runsAtOnce(world.league, count));
  return Array.from({ length: together ? count : 1 }, (_, index) => companionOf(context, world, index));
}

/** Whether it invites the players of so many matches before the first of them can be over. */
async function runsAtOnce(league: RefereeLeague, count: number): Promise<boolean> {
  const slow = { join: joins({ afterMs: aWhile() }) };
  const matches = await Promise.all(Array.from({ length: count }, () => league.stage({ a: slow, b: slow })));
  try {
    const assigned = matches.map((match) => match.assign(quickMatch()));
    const seen = await Promise.all(matches.map((match) => match.ended(quickMatch(), 0)));
    await Promise.all(assigned);
    const begun = seen.map(({ invitations }) => invitations[0]?.at_ms ?? Number.POSITIVE_INFINITY);
    return Math.max(...begun) - Math.min(...begun) < aWhile();
  } finally {
    for (const match of matches) match.close();
  }
}

function companionOf(
  context: RunContext,
  { agent, manager, ...world }: RefereeWorld,
  index: number,
): RefereeWorld {
  context.instances.count += 1;
  const env = newEnv(context, `companion-${context.instances.count}`);
  const same = new AgentUnderTest(env, agent.role, agent.instance);
  same.registration = agent.registration;
  same.alias = agent.alias;
  const league = new RefereeLeague(env, manager, same, newCounters(context, index + 1), 1);
  return { ...world, env, agent: same, manager, league, matches: league, stop: () => league.close() };
}
