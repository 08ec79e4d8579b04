/** Forms that differ in the call that starts a match. */
import { underAllNames } from "../order-members.js";
import type { MessageRules, ProfileDocument } from "../types.js";

const lowerCasePlayers = {
  player_A_id: "player_a_id",
  player_B_id: "player_b_id",
  player_A_endpoint: "player_a_endpoint",
  player_B_endpoint: "player_b_endpoint",
};

const startMatch: MessageRules = {
  method: "START_MATCH",
  message_type: "START_MATCH",
  rename: lowerCasePlayers,
  ...underAllNames(lowerCasePlayers),
};

const assignedPlayers = { ...lowerCasePlayers, player_A_id: "player_a", player_B_id: "player_b" };

/** A league manager that has an id, and times of whole seconds. */
const numbered: ProfileDocument["envelope"] = {
  values: { "/sender": [["league_manager", "league_manager:LM01"]] },
};

export const starts: readonly ProfileDocument[] = [
  {
    name: "numbered-manager",
    title: "A league manager with an id",
    description: "The league manager is league_manager:LM01, and times are whole seconds.",
    extends: "loose",
    times: "seconds",
    envelope: numbered,
  },
  {
    name: "nested-types",
    title: "Nested objects under the type",
    description: "The type in lower case as the method, objects as in `nested`, and times of whole seconds.",
    extends: "type-in-lower-case",
    times: "seconds",
    messages: {
      GAME_INVITATION: { nest: "game_invitation", beside: ["match_id", "league_id", "round_id"] },
      CHOOSE_PARITY_CALL: { nest: "parity_context", beside: ["match_id"] },
    },
  },
  {
    name: "start-match",
    title: "Matches begin with START_MATCH",
    description:
      "The type as the method; START_MATCH with player_a_id and player_b_id, from league_manager:LM01, times of whole seconds.",
    extends: "type-as-method",
    times: "seconds",
    envelope: numbered,
    messages: { RUN_MATCH: startMatch },
  },
  {
    name: "assign-match",
    title: "Matches begin with assign_match",
    description: "The documents' names, but assign_match, which is answered after the match.",
    extends: "loose",
    match_start: "blocking",
    messages: { RUN_MATCH: { method: "assign_match" } },
  },
  {
    name: "handle-match-assignment",
    title: "Matches begin with handle_match_assignment",
    description: "The documents' names, but handle_match_assignment, which is acknowledged at once.",
    extends: "loose",
    messages: { RUN_MATCH: { method: "handle_match_assignment", ...underAllNames() } },
  },
  {
    name: "match-assignment",
    title: "Matches begin with MATCH_ASSIGNMENT",
    description:
      "The type as the method; MATCH_ASSIGNMENT with player_a and player_b is answered after the match.",
    extends: "type-as-method",
    match_start: "blocking",
    messages: {
      RUN_MATCH: {
        method: "MATCH_ASSIGNMENT",
        message_type: "MATCH_ASSIGNMENT",
        rename: assignedPlayers,
        ...underAllNames(assignedPlayers),
      },
    },
  },
  {
    name: "direct-match",
    title: "Matches begin with run_match for two players by name",
    description:
      "run_match brings the objects player1 and player2, and the players under other names; its answer after the match is the result.",
    extends: "loose",
    match_start: "blocking",
    messages: { RUN_MATCH: underAllNames() },
  },
  {
    name: "http-run-match",
    title: "Matches begin with POST /run_match",
    description: "A match is started by a plain POST at /run_match, which is answered after the match.",
    extends: "bare",
    path: "/run_match",
    match_start: "blocking",
    messages: { RUN_MATCH: { rename: lowerCasePlayers } },
  },
];
