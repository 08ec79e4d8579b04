/** A whole league in one process on simulated time, as a quick test of a player. */
import { protocol } from "@league-v2/contract";
import type { Agent } from "../agent/core/agent.js";
import { createLeagueManager } from "../league/create-league-manager.js";
import type { LeagueManagerOptions } from "../manager/league-manager.js";
import type { LeagueEnd } from "../manager/season/events.js";
import { createReferee } from "../referee/create-referee.js";
import { SimulatedPlatform, type SimulatedPlatformOptions, urlOf } from "./simulated-platform.js";

const defaultReferees = 2;

export interface PlayLeagueOptions extends SimulatedPlatformOptions {
  /** At least two; the display names must differ. */
  readonly players: readonly Agent[];
  /** Custom referees, or the number of default ones. Default 2. */
  readonly referees?: readonly Agent[] | number;
  readonly manager?: Omit<LeagueManagerOptions, "players" | "referees">;
}

/**
 * Plays the league to its end and resolves with the champion and the standings.
 * @throws RegistrationRejected when the manager refuses one of the agents
 */
export async function playLeague(options: PlayLeagueOptions): Promise<LeagueEnd> {
  const { players, manager, ...rest } = options;
  const platform = new SimulatedPlatform(rest);
  const referees = refereesOf(options.referees ?? defaultReferees);
  const { leagueManager, referee, player } = protocol.ports;
  const league = urlOf(leagueManager);
  const running = platform.connect(
    createLeagueManager({ ...manager, players: players.length, referees: referees.length }),
    leagueManager,
  );
  const agents = [
    ...referees.map((agent, index) => ({ agent, port: referee.first + index })),
    ...players.map((agent, index) => ({ agent, port: player.first + index })),
  ].map(({ agent, port }) => platform.connect(agent, port, league));
  const registered = Promise.all(agents.map((agent) => agent.registered));
  try {
    return await platform.clock.run(registered.then(() => running.ended));
  } finally {
    await Promise.all([...agents, running].map((agent) => agent.close()));
  }
}

function refereesOf(referees: readonly Agent[] | number): readonly Agent[] {
  if (typeof referees !== "number") return referees;
  return Array.from({ length: referees }, (_, index) =>
    createReferee({ displayName: `Referee ${index + 1}` }),
  );
}
