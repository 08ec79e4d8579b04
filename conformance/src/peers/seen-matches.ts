/** All matches of a referee under test, and all leagues of a manager under test, in the whole run. */
import type { LeagueObservation } from "./league-observation.js";
import type { MatchObservation } from "./match-observation.js";
import type { SeenBehaviour } from "./seen-behaviour.js";

/** One match of a referee under test. */
export interface SeenMatch {
  /** The check for which it was played. */
  readonly check: string;
  /** The token of the referee that played it; undefined where it has registered nowhere. */
  readonly token: string | undefined;
  /** As it stands when it is read. */
  observe(): MatchObservation;
}

/** One league of a manager under test. */
export interface SeenLeague {
  observe(): LeagueObservation;
}

const matches = new WeakMap<SeenBehaviour, SeenMatch[]>();
const leagues = new WeakMap<SeenBehaviour, SeenLeague[]>();

export function noteMatch(run: SeenBehaviour, match: SeenMatch): void {
  matches.set(run, [...matchesIn(run), match]);
}

export function noteLeague(run: SeenBehaviour, league: SeenLeague): void {
  leagues.set(run, [...leaguesIn(run), league]);
}

export function matchesIn(run: SeenBehaviour): readonly SeenMatch[] {
  return matches.get(run) ?? [];
}

export function leaguesIn(run: SeenBehaviour): readonly SeenLeague[] {
  return leagues.get(run) ?? [];
}
