/** Who plays in a simulated league: the agents of the SDK, or whatever a test puts in their place. */
import {
  type Agent,
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueManager,
  type LeagueManagerOptions,
  MemoryStore,
  type PlayerOptions,
  type RefereeOptions,
  type Store,
} from "@league-v2/sdk";

export interface Cast {
  /** A new and empty one, which is closed when its league is over. An access that never ends would hold up the simulation. */
  readonly store: () => Store | Promise<Store>;
  readonly manager: (options: LeagueManagerOptions) => LeagueManager;
  readonly referee: (options: RefereeOptions) => Agent;
  readonly player: (options: PlayerOptions) => Agent;
}

export const ourCast: Cast = {
  store: () => new MemoryStore(),
  manager: createLeagueManager,
  referee: createReferee,
  player: createPlayer,
};
