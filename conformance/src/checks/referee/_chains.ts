/** Matches in which players let every deadline pass: the longest ones, so several checks look at each. */
import type { PlayedMatches } from "../../bench/played-matches.js";
import type { RefereeBench } from "../../bench/referee-bench.js";
import { chooses, joins, never } from "../../peers/behaviour.js";
import type { MatchPlan } from "../../peers/referee-league.js";
import { unchosenMatch, unjoinedMatch } from "./_times.js";

const silent = { join: { join: never() }, choice: { choice: never() } };

const CHAINS = {
  /** A answers neither invitations nor GAME_OVER; B does all it has to. */
  "player A never answers an invitation": {
    a: { join: never(), over: never() },
    patienceMs: unjoinedMatch,
  },
  "neither player answers an invitation": { a: silent.join, b: silent.join, patienceMs: unjoinedMatch },
  /** B has chosen long before A fails. */
  "player A never answers a choice call": {
    a: { join: joins(), choice: never() },
    b: { choice: chooses("odd") },
    patienceMs: unchosenMatch,
  },
  "player B never answers an invitation": { b: silent.join, patienceMs: unjoinedMatch },
  "player B never answers a choice call": {
    a: { choice: chooses("odd") },
    b: silent.choice,
    patienceMs: unchosenMatch,
  },
  "neither player answers a choice call": { a: silent.choice, b: silent.choice, patienceMs: unchosenMatch },
} satisfies Record<string, MatchPlan>;

export type Chain = keyof typeof CHAINS;

/** The match in which this happens, once in the whole run. */
export function chain(bench: RefereeBench, name: Chain): Promise<PlayedMatches> {
  return bench.played(name, async (league) => [await league.runMatch(CHAINS[name])]);
}
