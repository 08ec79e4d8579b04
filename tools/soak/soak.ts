/** Leagues in memory on simulated time, one after the other, until enough matches have been played. */
import { strategies } from "@league-v2/agents";
import { createPlayer, type LeagueEnd } from "@league-v2/sdk";
import { playLeague } from "@league-v2/sdk/testing";

export interface SoakPlan {
  readonly matches: number;
  readonly seed: number;
  /** How many players each league has. */
  readonly players: number;
  readonly referees: number;
  /** Called after each league with the total number of played matches. */
  readonly onLeague?: (played: number, end: LeagueEnd) => void;
}

/** @returns the number of played matches: those of the fewest whole leagues that have at least `matches` */
export async function soak({ matches, seed, players, referees, onLeague }: SoakPlan): Promise<number> {
  const choosers = Object.values(strategies).filter(({ guard }) => guard !== false);
  let played = 0;
  for (let league = 0; played < matches; league++) {
    const agents = Array.from({ length: players }, (_, index) => {
      const chooser = choosers[index % choosers.length];
      if (chooser === undefined) throw new RangeError("there is no strategy to play with");
      return createPlayer({ displayName: `Player ${index + 1}`, choose: chooser.choose });
    });
    const end = await playLeague({ players: agents, referees, seed: seed + league });
    assertComplete(end, players);
    played += end.total_matches;
    onLeague?.(played, end);
  }
  return played;
}

/** Checks the table: a lost or doubled match changes its counts. */
function assertComplete({ standings }: LeagueEnd, players: number): void {
  for (const { player_id, played, wins, draws, points } of standings) {
    if (played !== players - 1 || points !== 3 * wins + draws) {
      throw new Error(`${player_id} has ${played} matches and ${points} points`);
    }
  }
}
