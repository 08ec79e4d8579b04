/** What the forms of agents in the wild have in common: which fields they leave unsaid, and how loosely they say the rest. */
import type { MessageRules, ProfileDocument, ValuePair } from "../types.js";

/** Nothing but what was said is needed to understand a message; clocks without a time zone are not argued with. */
const looseEnvelope: MessageRules = {
  ignore: ["/timestamp"],
  fill: { "/protocol": "league.v2", "/timestamp": "$now", "/conversation_id": "$conversation" },
};

const gameType = { "/game_type": "even_odd" };

/** Words for having been let in. */
const welcome: readonly ValuePair[] = [
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

/** Fields of the documents that agents leave out because they do not use them. */
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
    aliases: { "/accept": ["/accepted", "/status", "/response"] },
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
  LEAGUE_REGISTER_RESPONSE: { values: { "/status": welcome } },
  REFEREE_REGISTER_RESPONSE: { values: { "/status": welcome } },
  RUN_MATCH_ACK: { fill: { "/match_id": "$match_id", "/status": "acknowledged" } },
};

/** Where every form of the wild begins. */
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
