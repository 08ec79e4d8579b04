/** A match as assigned to a referee. */
import type { RunMatchIn } from "@league-v2/contract";
import type { Trace } from "../../agent/core/trace.js";

export interface Contestant {
  /** In a direct match, which belongs to no league, the id with which the player joins. */
  id: string;
  readonly role: "PLAYER_A" | "PLAYER_B";
  readonly endpoint: string;
}

type Order = Pick<
  RunMatchIn,
  "league_id" | "round_id" | "match_id" | "game_type" | `player_${"A" | "B"}_${"id" | "endpoint"}`
>;

export interface Assignment {
  readonly league_id: string;
  readonly round_id: number;
  readonly match_id: string;
  readonly game_type: string;
  readonly contestants: readonly [Contestant, Contestant];
  readonly trace: Trace | undefined;
}

/** The values of a referee whose manager names neither the league nor the game, as RA's. */
export interface OwnValues {
  readonly league_id: string | null;
  readonly game_type: string;
}

export function readAssignment(order: Order, own: OwnValues, trace?: Trace): Assignment {
  const { league_id, round_id, match_id } = order;
  return {
    league_id: league_id ?? own.league_id ?? "unknown",
    round_id,
    match_id,
    trace,
    game_type: order.game_type ?? own.game_type,
    contestants: [
      { id: order.player_A_id, role: "PLAYER_A", endpoint: order.player_A_endpoint },
      { id: order.player_B_id, role: "PLAYER_B", endpoint: order.player_B_endpoint },
    ],
  };
}
