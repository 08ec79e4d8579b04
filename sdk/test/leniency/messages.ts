/** Messages of a match as a referee sends them to our player. */
import type { Body } from "../wire/wild/wild-player.js";
import { rpc } from "./ask.js";

export const envelope = {
  ...{ protocol: "league.v2", sender: "referee:REF01", timestamp: "2025-12-20T10:00:00.000Z" },
  ...{ conversation_id: "conv-1", auth_token: "token-of-the-referee-0123456789ab" },
};
export const content = {
  ...{ league_id: "spring", round_id: 1, match_id: "R1M1", game_type: "even_odd" },
  ...{ role_in_match: "PLAYER_A", opponent_id: "P02" },
};
const about = { match_id: "R1M1", game_type: "even_odd" };
const your_standings = { wins: 0, losses: 0, draws: 0 };

export const invitation = (members: Body = {}): Body => ({
  ...{ ...envelope, message_type: "GAME_INVITATION", ...content, ...members },
});
export const question = (members: Body = {}): Body => ({
  ...{ ...envelope, message_type: "CHOOSE_PARITY_CALL", ...about, player_id: "P01" },
  ...{ context: { opponent_id: "P02", round_id: 1, your_standings } },
  ...{ deadline: "2025-12-20T10:00:30.000Z", ...members },
});
const result = {
  ...{ status: "WIN", winner_player_id: "P01", drawn_number: 7, number_parity: "odd" },
  ...{ choices: { P01: "odd", P02: "even" }, reason: "7 is odd" },
};
/** @param changed members of the result */
export const over = (members: Body = {}, changed: Body = {}): Body => ({
  ...{ ...envelope, message_type: "GAME_OVER", ...about, game_result: { ...result, ...changed }, ...members },
});

/** In the form with one method. */
export const inOne = (message: Body) => rpc("handle_message", { message });
