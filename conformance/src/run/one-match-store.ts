/** The store of a league of one match, with the suite's names: a referee that has run before may have an R1M1 already. */
import { type Draw, type Member, MemoryStore } from "../sdk.js";

export interface MatchNames {
  readonly matchId: string;
  readonly roundId: number;
}

export class OneMatchStore extends MemoryStore {
  /** Resolves when it is known in which form a member is called, where that is not the one of its registration. */
  readonly learned: Promise<void>;
  readonly #names: MatchNames;
  #onLearned: () => void = () => {};

  constructor(names: MatchNames) {
    super();
    this.#names = names;
    this.learned = new Promise((resolve) => {
      this.#onLearned = resolve;
    });
  }

  override begin<Refusal>(draw: (members: readonly Member[]) => Draw<Refusal>) {
    return super.begin((members) => named(draw(members), this.#names));
  }

  override async learnWire(id: string, wire: string): Promise<void> {
    await super.learnWire(id, wire);
    this.#onLearned();
  }
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
