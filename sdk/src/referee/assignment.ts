/** A match as a referee is given it. */
import type { RunMatchIn } from "@league-v2/contract";
import type { Peer } from "../agent/codec.js";
import { gameType } from "../agent/game-type.js";

export interface Contestant {
  readonly id: string;
  readonly role: "PLAYER_A" | "PLAYER_B";
  readonly peer: Peer;
}

export interface Assignment {
  readonly league_id: string;
  readonly round_id: number;
  readonly match_id: string;
  readonly game_type: typeof gameType;
  readonly contestants: readonly [Contestant, Contestant];
}

/** RA's manager names neither the league nor the game: they are the referee's own. */
export function readAssignment(order: RunMatchIn, ownLeague: string | null): Assignment {
  return {
    league_id: order.league_id ?? ownLeague ?? "unknown",
    round_id: order.round_id,
    match_id: order.match_id,
    game_type: gameType,
    contestants: [
      { id: order.player_A_id, role: "PLAYER_A", peer: { endpoint: order.player_A_endpoint } },
      { id: order.player_B_id, role: "PLAYER_B", peer: { endpoint: order.player_B_endpoint } },
    ],
  };
}
