/** The store of a league of one match, with the suite's names: a referee that has run before may have an R1M1 already. */
import { type Draw, type Member, MemoryStore } from "@league-v2/sdk/store";

export interface MatchNames {
  readonly matchId: string;
  readonly roundId: number;
}

export function oneMatchStore(names: MatchNames): MemoryStore {
  const store = new MemoryStore();
  const begin = store.begin.bind(store);
  store.begin = <Refusal>(draw: (members: readonly Member[]) => Draw<Refusal>) =>
    begin((members) => named(draw(members), names));
  return store;
}

/** Two players meet once. */
function named<Refusal>(drawn: Draw<Refusal>, { matchId, roundId }: MatchNames): Draw<Refusal> {
  if ("refusal" in drawn) return drawn;
  const own = { round_id: roundId, match_id: matchId };
  return {
    rounds: drawn.rounds.map(({ matches }) => ({
      round_id: roundId,
      matches: matches.map((match) => ({ ...match, ...own })),
    })),
  };
}
