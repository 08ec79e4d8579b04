/** A match as assigned to a referee. */
import type { RoundAnnouncementIn, RunMatchIn } from "@league-v2/contract";
import { gameType } from "../agent/core/game-type.js";
import type { Trace } from "../agent/core/trace.js";
import type { Peer } from "../agent/peers/peer.js";

export interface Contestant {
  readonly id: string;
  readonly role: "PLAYER_A" | "PLAYER_B";
  readonly peer: Peer;
}

/** Members that announcements of the documents do not have. */
interface Extras extends Wires {
  readonly player_A_endpoint?: unknown;
  readonly player_B_endpoint?: unknown;
}

/** An extension of our league manager: the wire form of each player, by name or as a whole profile. */
interface Wires {
  readonly player_A_wire?: unknown;
  readonly player_B_wire?: unknown;
}

type Order = Pick<
  RunMatchIn,
  "league_id" | "round_id" | "match_id" | `player_${"A" | "B"}_${"id" | "endpoint"}`
> &
  Wires;

export interface Assignment {
  readonly league_id: string;
  readonly round_id: number;
  readonly match_id: string;
  readonly game_type: typeof gameType;
  readonly contestants: readonly [Contestant, Contestant];
  /** The manager that assigned the match; undefined if the message does not name it. */
  readonly trace: Trace | undefined;
}

/**
 * The matches that an announcement gives to the referee at `endpoint`. Announcements of the documents give none: only
 * a manager that never sends run_match includes the players' addresses (contract 4; DECISIONS D31).
 */
export function announcedTo(endpoint: string, round: RoundAnnouncementIn, trace?: Trace): Assignment[] {
  return round.matches.flatMap((match) => {
    const { player_A_endpoint: a, player_B_endpoint: b } = match as typeof match & Extras;
    if (match.referee_endpoint !== endpoint || typeof a !== "string" || typeof b !== "string") return [];
    const order = { ...match, round_id: round.round_id, league_id: round.league_id };
    return [readAssignment({ ...order, player_A_endpoint: a, player_B_endpoint: b }, round.league_id, trace)];
  });
}

/** RA's manager names neither the league nor the game: the referee's values apply. */
export function readAssignment(order: Order, ownLeague: string | null, trace?: Trace): Assignment {
  const { round_id, match_id, player_A_id: a, player_B_id: b } = order;
  const league_id = order.league_id ?? ownLeague ?? "unknown";
  const frame = { league_id, round_id, match_id, player_a: a, player_b: b };
  const peer = (endpoint: string, recipient: string, opponent_id: string, wire_form: unknown): Peer => {
    const wire = wireText(wire_form);
    const about = { ...frame, recipient, opponent_id };
    return wire === undefined ? { endpoint, about } : { endpoint, wire, about };
  };
  return {
    league_id,
    round_id,
    match_id,
    trace,
    game_type: gameType,
    contestants: [
      { id: a, role: "PLAYER_A", peer: peer(order.player_A_endpoint, a, b, order.player_A_wire) },
      { id: b, role: "PLAYER_B", peer: peer(order.player_B_endpoint, b, a, order.player_B_wire) },
    ],
  };
}

/** Longer than any profile. */
const longestWire = 65_536;

/** A name of a form, or a whole profile as JSON; any other value is ignored like an unknown member. */
function wireText(member: unknown): string | undefined {
  const text = typeof member === "object" && member !== null ? JSON.stringify(member) : member;
  return typeof text === "string" && text !== "" && text.length <= longestWire ? text : undefined;
}
