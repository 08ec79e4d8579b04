/** A strategy's input, for tests. */
import { type ChoiceContext, type Parity, type PlayedMatch, seededRandom } from "@league-v2/sdk";

export interface Past {
  /** The opponent's choices against us. */
  readonly opponent?: readonly Parity[];
  /** The choices of all opponents against us, oldest first; null for a match without a choice. */
  readonly field?: readonly (Parity | null)[];
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export function contextWith({
  opponent = [],
  field = [],
  seed = 1,
  signal = new AbortController().signal,
}: Past = {}): ChoiceContext {
  const statistics = { played: 0, wins: 0, draws: 0, losses: 0, technical_losses: 0, points: 0 };
  return {
    match_id: "R1M1",
    round_id: 1,
    game_type: "even_odd",
    role_in_match: "PLAYER_A",
    me: { id: "P01", statistics, standing: null },
    opponent: { id: "P02", choices: opponent, lastChoice: opponent.at(-1) ?? null },
    history: field.map(matchAgainst),
    standings: [],
    deadline: 30_000,
    signal,
    random: seededRandom(seed),
  };
}

function matchAgainst(opponent_choice: Parity | null, index: number): PlayedMatch {
  return {
    player_id: "P01",
    match_id: `R${index + 1}M1`,
    league_id: "league_1",
    round_id: index + 1,
    opponent_id: `P${index + 3}`,
    end: "draw",
    points: 1,
    my_choice: "even",
    opponent_choice,
    drawn_number: 4,
    reason: null,
    at: "2025-01-01T00:00:00.000Z",
  };
}
