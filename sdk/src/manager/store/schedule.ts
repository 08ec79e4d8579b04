/** Round robin by the circle method (contract 7, IS 2.2.4): a pure function, so the same members always get the same schedule. */

export interface Pairing {
  readonly match_id: string;
  readonly round_id: number;
  readonly game_type: string;
  readonly player_A_id: string;
  readonly player_B_id: string;
  readonly referee_id: string;
}

/** One round of the schedule. */
export interface Round {
  readonly round_id: number;
  readonly matches: readonly Pairing[];
}

/** A game of the league. */
export interface LeagueGame {
  readonly type: string;
  /** The ids of its referees in order of registration, at least one. */
  readonly referees: readonly string[];
}

/**
 * Every pair once, each player at most once a round. A round is of one game, the games in rotation, so that every player plays
 * each of them equally often, or once more; the matches of a game are distributed to its referees in rotation.
 *
 * @param players ids in order of registration, at least two
 * @param games   at least one
 */
export function roundRobin(players: readonly string[], games: readonly LeagueGame[]): Round[] {
  const [fixed, ...others] = players.length % 2 === 0 ? players : [...players, undefined];
  const assigned = new Map<LeagueGame, number>();
  return others.map((_, index) => {
    const circle = [fixed, ...others.slice(index), ...others.slice(0, index)];
    const round_id = index + 1;
    const matches = meetings(circle, round_id).map(([player_A_id, player_B_id], position) => ({
      match_id: `R${round_id}M${position + 1}`,
      round_id,
      ...assign(games[index % games.length] as LeagueGame),
      player_A_id,
      player_B_id,
    }));
    return { round_id, matches };
  });

  function assign(game: LeagueGame) {
    const count = assigned.get(game) ?? 0;
    assigned.set(game, count + 1);
    return { game_type: game.type, referee_id: game.referees[count % game.referees.length] as string };
  }

  /** The fixed player plays the next one on the circle, the others are paired from both ends inward; an empty place is a bye. */
  function meetings(circle: readonly (string | undefined)[], round_id: number): [string, string][] {
    const [first, second, ...rest] = circle;
    const pairs = [[first, second], ...rest.slice(0, rest.length / 2).map((id, k) => [id, rest.at(-1 - k)])];
    return pairs.filter(isPair).map(([one, two]) => inRoles(one, two, round_id));
  }

  /** In IS 2.2.4 PLAYER_A is the earlier registered of two in round 1, and the later one afterwards. */
  function inRoles(one: string, two: string, round_id: number): [string, string] {
    const isFirstEarlier = players.indexOf(one) < players.indexOf(two);
    return isFirstEarlier === (round_id === 1) ? [one, two] : [two, one];
  }
}

function isPair(pair: readonly (string | undefined)[]): pair is [string, string] {
  return pair[0] !== undefined && pair[1] !== undefined;
}
