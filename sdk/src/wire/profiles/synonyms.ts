/** The form for undescribed messages: members are read under other names that agents use. */
import type { MessageRules, ProfileDocument, ValuePair } from "../types.js";

const parity: readonly ValuePair[] = [
  ["even", "even"],
  ["odd", "odd"],
];

/** Words for yes and no to an invitation. */
const joining: readonly ValuePair[] = [
  [true, true],
  [false, false],
  ...[
    "accepted",
    "accept",
    "ack",
    "ok",
    "yes",
    "joined",
    "ready",
    "acknowledged",
    "confirmed",
    "received",
    "success",
  ].map((word): ValuePair => [true, word]),
  ...["rejected", "reject", "declined", "decline", "refused", "no", "error", "failed"].map(
    (word): ValuePair => [false, word],
  ),
];

/** The two roles in a match. Some agents name the roles after parities, which do not restrict the choice. */
const roles: readonly ValuePair[] = [
  ["PLAYER_A", "PLAYER_A"],
  ["PLAYER_B", "PLAYER_B"],
  ...["A", "odd", "player1", "player_1", "first", "home"].map((word): ValuePair => ["PLAYER_A", word]),
  ...["B", "even", "player2", "player_2", "second", "away"].map((word): ValuePair => ["PLAYER_B", word]),
];

const match = { "/match_id": ["/game_id", "/match", "/matchId", "/id"] };
const player = { "/player_id": ["/player", "/agent_id", "/playerId", "/participant_id"] };
const place = { "/league_id": ["/league", "/tournament_id"], "/round_id": ["/round", "/round_number"] };

const facts = (at: string, from: readonly string[]): NonNullable<MessageRules["aliases"]> => ({
  [`${at}/drawn_number`]: from.flatMap((one) => [`${one}/drawn_number`, `${one}/number`, `${one}/drawn`]),
  [`${at}/choices`]: from.map((one) => `${one}/choices`),
  [`${at}/number_parity`]: from.flatMap((one) => [`${one}/number_parity`, `${one}/parity`]),
  [`${at}/reason`]: from.map((one) => `${one}/reason`),
});

export const synonyms: ProfileDocument = {
  name: "synonyms",
  title: "Other names for members",
  description: "The loose form, in which members may have other names; derived profiles start from it.",
  extends: "loose",
  replies: { fill: { "/conversation_id": "$conversation_id" } },
  messages: {
    GAME_INVITATION: {
      aliases: {
        ...match,
        ...place,
        "/opponent_id": ["/opponent", "/rival_id", "/rival", "/opponentId"],
        "/role_in_match": ["/role", "/assigned_role", "/side", "/position", "/your_role"],
      },
      values: { "/role_in_match": roles },
    },
    GAME_JOIN_ACK: {
      aliases: { ...match, ...player, "/accept": ["/accepted", "/joined", "/ready", "/status", "/response"] },
      values: { "/accept": joining },
    },
    CHOOSE_PARITY_CALL: {
      aliases: {
        ...match,
        ...player,
        "/context/opponent_id": ["/opponent_id", "/opponent", "/rival_id"],
        "/context/round_id": ["/round_id", "/round"],
        "/deadline": ["/expires_at", "/due", "/respond_by"],
      },
    },
    CHOOSE_PARITY_RESPONSE: {
      aliases: {
        ...match,
        ...player,
        "/parity_choice": [
          "/choice",
          "/parity",
          "/pick",
          "/selection",
          "/answer",
          "/decision",
          "/guess",
          "/move",
        ],
      },
      values: { "/parity_choice": parity },
    },
    GAME_OVER: {
      aliases: {
        ...match,
        "/game_result/winner_player_id": [
          ...["/game_result/winner", "/game_result/winner_id", "/result/winner_player_id", "/result/winner"],
          ...["/winner_player_id", "/winner_id", "/winner"],
        ],
        "/game_result/status": ["/result/status", "/outcome", "/status"],
        ...facts("/game_result", ["/game_result", "/result", ""]),
      },
    },
    MATCH_RESULT_REPORT: {
      aliases: {
        ...match,
        ...place,
        "/result/winner": [
          ...["/result/winner_player_id", "/result/winner_id", "/game_result/winner_player_id"],
          ...["/game_result/winner", "/winner_player_id", "/winner_id", "/winner"],
        ],
        "/result/score": [
          "/result/scores",
          "/result/points",
          "/game_result/score",
          "/score",
          "/scores",
          "/points",
        ],
        "/result/status": ["/game_result/status", "/outcome", "/status"],
        ...facts("/result/details", ["/result/details", "/result", "/game_result", "/details", ""]),
      },
    },
    LEAGUE_REGISTER_RESPONSE: { aliases: { "/player_id": ["/assigned_id", "/agent_id", "/id"] } },
    REFEREE_REGISTER_RESPONSE: { aliases: { "/referee_id": ["/assigned_id", "/agent_id", "/id"] } },
  },
};
