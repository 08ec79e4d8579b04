import type { FloorSizes } from "./matches/floor-sections.ts";
import type { MatchSizes } from "./matches/section.ts";
import type { ServerSizes } from "./servers/section.ts";
import type { StartupSizes } from "./startup/section.ts";
import type { StoreSizes } from "./stores/section.ts";
import type { ValidatorSizes } from "./validators/section.ts";
import type { ViewerSizes } from "./viewer/section.ts";

/** How long and how often everything is measured. */
export interface Sizes {
  readonly startup: StartupSizes;
  readonly validators: ValidatorSizes;
  readonly servers: ServerSizes;
  readonly matches: MatchSizes;
  readonly floors: FloorSizes;
  readonly stores: StoreSizes;
  readonly viewer: ViewerSizes;
}

export const full: Sizes = {
  startup: { rounds: 21 },
  validators: { rounds: 15, milliseconds: 200 },
  servers: { connections: 32, rounds: 15, milliseconds: 600, warmUpMilliseconds: 2_000 },
  matches: { players: [10, 30, 100], rounds: 3, matches: 500 },
  floors: {
    inMemory: [10, 100, 300],
    overHttp: [10, 30, 100],
    rounds: 5,
    matches: 500,
    warmUpMatches: 2_000,
  },
  stores: { rounds: 7, players: 30, played: [1_000, 50_000], matches: 500 },
  viewer: { rounds: 5, players: 10, watchers: 100, savedPlayers: 100, frames: 60 },
};

/** Enough to see that everything runs. */
export const quick: Sizes = {
  startup: { rounds: 1 },
  validators: { rounds: 2, milliseconds: 20 },
  servers: { connections: 32, rounds: 1, milliseconds: 50, warmUpMilliseconds: 50 },
  matches: { players: [10], rounds: 1, matches: 45 },
  floors: { inMemory: [10], overHttp: [10], rounds: 1, matches: 45, warmUpMatches: 45 },
  stores: { rounds: 1, players: 6, played: [50, 300], matches: 50 },
  viewer: { rounds: 1, players: 4, watchers: 10, savedPlayers: 8, frames: 10 },
};
