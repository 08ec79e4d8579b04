/** Messages of a match that is not played, to test whether a peer supports them. */
import { protocol } from "@league-v2/contract";
import type { Role } from "../../evidence/types.js";
import type { JsonObject, Variables } from "../../message/types.js";

/** The sample messages for each role, in the order of a match. */
export const samples: Readonly<Record<Role, readonly string[]>> = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"],
  referee: ["ROUND_ANNOUNCEMENT"],
  manager: ["LEAGUE_REGISTER_REQUEST"],
};

const match = { match_id: "R9001M1", game_type: protocol.gameTypes[0] };
const place = { league_id: "league_sample", round_id: 9001 };

const sampleConversation = "conv-sample-9001";

/** Variables that some forms add to a message. */
const aboutSamples: Variables = {
  recipient: "P01",
  player_a: "P01",
  player_b: "P02",
  opponent_id: "P02",
  conversation: "unknown",
  ...place,
};

/** The ids of a peer that is already in a league. */
export interface KnownMember {
  readonly id: string;
  readonly leagueId: string;
}

export function sampleVariables(member: KnownMember | undefined): Variables {
  if (member === undefined) return aboutSamples;
  const { id, leagueId } = member;
  return { ...aboutSamples, recipient: id, player_a: id, league_id: leagueId };
}

/** @param member the peer's ids if it is registered: some peers refuse messages for other ids */
export function sampleMessage(type: string, now: string, member?: KnownMember): JsonObject {
  const { id: player, leagueId } = { id: "P01", leagueId: place.league_id, ...member };
  const here = { ...place, league_id: leagueId };
  const envelope = {
    protocol: protocol.version,
    message_type: type,
    timestamp: now,
    conversation_id: sampleConversation,
  };
  const referee = {
    ...envelope,
    sender: "referee:REF01",
    auth_token: "sample".padEnd(protocol.tokens.bits / 4, "0"),
  };
  switch (type) {
    case "GAME_INVITATION":
      return { ...referee, ...here, ...match, role_in_match: "PLAYER_A", opponent_id: "P02" };
    case "CHOOSE_PARITY_CALL": {
      const your_standings = { wins: 0, losses: 0, draws: 0 };
      const context = { opponent_id: "P02", round_id: place.round_id, your_standings };
      return { ...referee, ...match, player_id: player, context, deadline: now };
    }
    case "GAME_OVER": {
      const game_result = {
        status: "WIN",
        winner_player_id: "P02",
        drawn_number: 7,
        number_parity: "odd",
        choices: { [player]: "even", P02: "odd" },
        reason: "P02 chose odd, and 7 was drawn.",
      };
      return { ...referee, ...match, game_result };
    }
    case "ROUND_ANNOUNCEMENT":
      return { ...envelope, sender: "league_manager", ...here, matches: [] };
    default: {
      const player_meta = {
        display_name: "sample",
        version: "1.0.0",
        game_types: ["no_such_game"],
        contact_endpoint: "http://127.0.0.1:9/mcp",
        protocol_version: protocol.specVersion,
      };
      return { ...envelope, sender: "player:sample", player_meta };
    }
  }
}
