/** The agents of a league that is played in this process. */
import {
  type Agent,
  type ChoiceContext,
  createPlayer,
  createReferee,
  type MatchRecord,
  type PlayedMatch,
  type RunningAgent,
  seededRandom,
} from "@league-v2/sdk";
import type { LeagueListener } from "../league/follow.js";
import type { JsonLog } from "../log/json-log.js";
import { type Identified, identified, logged } from "../log/observe.js";
import type { PlayerStrategy } from "../strategies/strategies.js";

/** The agents of a league, with their strategies. */
export interface LeaguePlan {
  readonly league_id: string;
  readonly players: number;
  readonly referees: number;
  /** Player n gets strategy n modulo the length; at least one. */
  readonly strategies: readonly NamedStrategy[];
  /** Choices and drawn numbers follow from it; null for random ones. */
  readonly seed: number | null;
}

export interface NamedStrategy extends PlayerStrategy {
  /** The name of the strategy, or the path of its module. */
  readonly name: string;
}

/** Callbacks for code that writes files. */
export interface AgentHooks {
  readonly onMatchPlayed?: (player: Role, match: PlayedMatch, all: readonly PlayedMatch[]) => void;
  readonly onMatchRefereed?: (record: MatchRecord) => void;
}

export interface Role extends Identified<RunningAgent> {
  readonly name: string;
  /** Counted from 0 among the agents of its role. */
  readonly index: number;
}

export interface LeagueAgents {
  readonly referees: readonly Role[];
  readonly players: readonly Role[];
}

export function createAgents(plan: LeaguePlan, hooks: AgentHooks = {}): LeagueAgents {
  const { seed, strategies } = plan;
  const referees = Array.from({ length: plan.referees }, (_, index): Role => {
    const name = `Referee ${index + 1}`;
    const drawFrom =
      seed === null ? {} : { drawFrom: (match_id: string) => seededRandom(`${seed}/draw/${match_id}`) };
    const onMatch = (record: MatchRecord) => hooks.onMatchRefereed?.(record);
    return { name, index, ...identified(createReferee({ displayName: name, onMatch, ...drawFrom })) };
  });
  const players = Array.from({ length: plan.players }, (_, index): Role => {
    const strategy = strategies[index % strategies.length];
    if (strategy === undefined) throw new RangeError("a league needs at least one strategy");
    const displayName = `Player ${index + 1} (${withoutFolders(strategy.name)})`;
    const agent = createPlayer({
      displayName,
      guard: strategy.guard,
      choose: seed === null ? strategy.choose : (context) => strategy.choose(seeded(context, seed)),
      onMatch: (match, all) => hooks.onMatchPlayed?.(role, match, all),
    });
    const role = { name: displayName, index, ...identified(agent) };
    return role;
  });
  return { referees, players };
}

/** The module's name without its folders: other agents must not see a path of this machine, and names are limited. */
function withoutFolders(path: string): string {
  return path.replace(/^.*[\\/]/s, "");
}

/** A separate seed for each choice, so that the order of the matches in a round does not matter. */
function seeded(context: ChoiceContext, seed: number): ChoiceContext {
  return { ...context, random: seededRandom(`${seed}/choice/${context.match_id}/${context.me.id}`) };
}

export interface PlaySetting {
  readonly hooks?: AgentHooks;
  readonly listeners?: readonly LeagueListener[];
  readonly log?: JsonLog;
  /** Wraps each agent to observe it; the behaviour of the agent must not change. */
  readonly observe?: <Running extends RunningAgent>(agent: Agent<Running>) => Agent<Running>;
  /** Aborting it ends the league early: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * An agent of the league with its log and its other listeners.
 * @param id the agent id of its log lines
 */
export function prepared<Running extends RunningAgent>(
  agent: Agent<Running>,
  id: () => string,
  { log, observe }: PlaySetting,
): Agent<Running> {
  const observed = observe === undefined ? agent : observe(agent);
  return log === undefined ? observed : logged(observed, id, log);
}

/** Rejects with the reason when the signal is aborted; never settles otherwise. */
export function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    else signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
