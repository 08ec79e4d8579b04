/** Who plays in the leagues that are timed: players that choose at random, and referees that take as many matches as come. */
import { type Agent, createPlayer, createReferee } from "@league-v2/sdk";

export interface Agents {
  readonly players: readonly Agent[];
  readonly referees: readonly Agent[];
}

const REFEREES = 4;

export function agents(playerCount: number): Agents {
  const named = (role: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${role} ${index + 1}`);
  return {
    players: named("Player", playerCount).map((displayName) =>
      createPlayer({ displayName, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") }),
    ),
    referees: named("Referee", REFEREES).map((displayName) =>
      createReferee({ displayName, maxConcurrentMatches: playerCount }),
    ),
  };
}
