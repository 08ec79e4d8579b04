/** The agents of a simulated league: those of the SDK, or the replacements of a test. */
import {
  type Agent,
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueManager,
  type LeagueManagerOptions,
  type PlayerOptions,
  type RefereeOptions,
} from "@league-v2/sdk";
import { MemoryStore, type Store } from "@league-v2/sdk/store";

export interface AgentFactories {
  /** Creates an empty store, which is closed when its league is over. An access that never ends would block the simulation. */
  readonly store: () => Store | Promise<Store>;
  readonly manager: (options: LeagueManagerOptions) => LeagueManager;
  readonly referee: (options: RefereeOptions) => Agent;
  readonly player: (options: PlayerOptions) => Agent;
}

export const sdkFactories: AgentFactories = {
  store: () => new MemoryStore(),
  manager: createLeagueManager,
  referee: createReferee,
  player: createPlayer,
};
