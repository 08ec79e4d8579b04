/** The dialect of the Referee and Player Protocol Contracts (contract 4). Its messages are described in spec/flat. */
import type { MessageRules, ProfileDocument, ValuePair } from "../types.js";

const parity: readonly ValuePair[] = [
  ["even", "even"],
  ["odd", "odd"],
];

/** The league and round of a message, which the canonical message omits. */
const frame = { "/league_id": "$league_id", "/round_id": "$round_id" };

const framed: MessageRules = { add: frame };

export const flat: ProfileDocument = {
  name: "flat",
  title: "Flat dialect",
  description:
    "The Referee and Player Protocol Contracts: methods in lower case, bare ids, flat game messages.",
  path: "/mcp",
  request: "params",
  reply: "result",
  method: "message_type_lower",
  sender: "bare",
  conversation: "uuid",
  match_start: "run_match",
  tokens: "optional",
  asks: "once",
  envelope: {},
  messages: {
    LEAGUE_REGISTER_REQUEST: {
      move: [
        { from: "/player_meta/display_name", to: "/player_id" },
        { from: "/player_meta/contact_endpoint", to: "/endpoint" },
      ],
      omit: ["/player_meta"],
      fill: {
        "/player_meta/version": "0.0.0",
        "/player_meta/game_types": ["even_odd"],
        "/sender": "$player_id",
        "/timestamp": "$now",
        "/conversation_id": "$conversation",
      },
    },
    RUN_MATCH_ACK: {
      fill: { "/sender": "$recipient", "/timestamp": "$now", "/conversation_id": "$conversation_id" },
    },
    GAME_INVITATION: {
      add: { "/player_id": "$recipient" },
      omit: ["/game_type", "/role_in_match"],
      fill: { "/game_type": "even_odd", "/role_in_match": "PLAYER_A" },
    },
    GAME_JOIN_ACK: {
      add: frame,
      omit: ["/player_id", "/arrival_timestamp", "/accept"],
      fill: { "/player_id": "$recipient", "/arrival_timestamp": "$timestamp", "/accept": true },
    },
    CHOOSE_PARITY_CALL: {
      add: frame,
      omit: ["/game_type", "/context", "/deadline"],
      fill: {
        "/game_type": "even_odd",
        "/context/opponent_id": "$opponent_id",
        "/context/round_id": "$round_id",
        "/deadline": "$timestamp",
      },
    },
    CHOOSE_PARITY_RESPONSE: {
      message_type: "PARITY_CHOICE",
      rename: { parity_choice: "choice" },
      values: { "/parity_choice": parity },
      add: frame,
      omit: ["/player_id"],
      fill: { "/player_id": "$recipient" },
    },
    GAME_OVER: {
      move: [
        { from: "/game_result/winner_player_id", to: "/winner" },
        { from: "/game_result/drawn_number", to: "/drawn_number" },
        { from: "/game_result/choices/{player_a}", to: "/player_a_choice" },
        { from: "/game_result/choices/{player_b}", to: "/player_b_choice" },
      ],
      values: { "/game_result/choices/{player_a}": parity, "/game_result/choices/{player_b}": parity },
      add: { ...frame, "/winner": "$winner_or_draw" },
      omit: ["/game_type", "/game_result"],
      fill: { "/game_type": "even_odd" },
    },
    GAME_OVER_ACK: { ...framed, fill: { "/player_id": "$recipient" } },
    GAME_ERROR: {
      rename: { error_description: "error_message" },
      move: [
        { from: "/affected_player", to: "/details/player_id" },
        { from: "/action_required", to: "/details/expected_message" },
      ],
      add: frame,
      omit: ["/retry_info", "/consequence"],
    },
    GAME_ERROR_ACK: framed,
    MATCH_RESULT_REPORT: {
      move: [{ from: "/result/winner", to: "/winner" }],
      add: { "/player_a": "$player_a", "/player_b": "$player_b", "/winner": "$winner_or_draw" },
      omit: ["/game_type", "/result"],
      fill: { "/game_type": "even_odd" },
    },
    MATCH_RESULT_ACK: framed,
  },
};
