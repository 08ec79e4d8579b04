/** The common rules of other agents' forms: omitted fields, and other values for the rest. */
import type { MessageRules, ProfileDocument, ValuePair } from "../types.js";

/** Defaults for omitted envelope members; the timestamp is ignored, because it may have no time zone. */
const looseEnvelope: MessageRules = {
  ignore: ["/timestamp"],
  fill: { "/protocol": "league.v2", "/timestamp": "$now", "/conversation_id": "$conversation" },
};

const gameType = { "/game_type": "even_odd" };

/** Status words of an accepted registration. */
const accepted: readonly ValuePair[] = [
  ["ACCEPTED", "ACCEPTED"],
  ["ACCEPTED", "REGISTERED"],
  ["ACCEPTED", "OK"],
  ["ACCEPTED", "SUCCESS"],
];

const joined: readonly ValuePair[] = [
  [true, true],
  [false, false],
  ...["ACCEPTED", "ACK", "ACKNOWLEDGED", "JOINED", "RECEIVED", "OK"].map((word): ValuePair => [true, word]),
  ...["DECLINED", "REJECTED", "REFUSED"].map((word): ValuePair => [false, word]),
];

const parities: readonly ValuePair[] = [
  ["even", "even"],
  ["odd", "odd"],
];

/** Defaults for fields that agents omit because they do not use them. */
const looseMessages: ProfileDocument["messages"] = {
  GAME_INVITATION: {
    values: {
      "/role_in_match": [
        ["PLAYER_A", "PLAYER_A"],
        ["PLAYER_B", "PLAYER_B"],
      ],
    },
    fill: {
      ...gameType,
      "/league_id": "unknown",
      "/round_id": 1,
      "/role_in_match": "PLAYER_A",
      "/opponent_id": "unknown",
    },
  },
  GAME_JOIN_ACK: {
    aliases: { "/accept": ["/accepted", "/joined", "/ready", "/status", "/response"] },
    values: { "/accept": joined },
    fill: {
      "/match_id": "$match_id",
      "/player_id": "$recipient",
      "/arrival_timestamp": "$now",
      "/accept": true,
    },
  },
  CHOOSE_PARITY_CALL: {
    fill: {
      ...gameType,
      "/player_id": "$recipient",
      "/context/opponent_id": "$opponent_id",
      "/context/round_id": "$round_id",
      "/deadline": "$now",
    },
  },
  CHOOSE_PARITY_RESPONSE: {
    aliases: {
      "/parity_choice": [
        "/choice",
        "/parity",
        "/player_choice",
        "/selection",
        "/decision",
        "/move",
        "/answer",
      ],
    },
    values: { "/parity_choice": parities },
    fill: { "/match_id": "$match_id", "/player_id": "$recipient" },
  },
  GAME_OVER: {
    aliases: { "/game_result/choices": ["/game_result/player_choices", "/game_result/moves"] },
    fill: gameType,
  },
  GAME_OVER_ACK: { fill: { "/match_id": "$match_id", "/player_id": "$recipient" } },
  MATCH_RESULT_REPORT: { fill: { ...gameType, "/league_id": "unknown", "/round_id": 1 } },
  ROUND_ANNOUNCEMENT_ACK: { fill: { "/round_id": "$round_id" } },
  LEAGUE_REGISTER_RESPONSE: { values: { "/status": accepted } },
  REFEREE_REGISTER_RESPONSE: { values: { "/status": accepted } },
  RUN_MATCH_ACK: { fill: { "/match_id": "$match_id", "/status": "acknowledged" } },
};

/** The base of the forms of other agents. */
export const loose: ProfileDocument = {
  name: "loose",
  title: "Loose",
  description: "The canonical form from an agent that omits unused fields and requires no tokens.",
  extends: "canonical",
  tokens: "optional",
  ids: "any",
  answers: "any",
  envelope: looseEnvelope,
  messages: looseMessages,
};
