/** Forms that differ in the content of the messages. */
import type { ProfileDocument } from "../types.js";

export const contentVariants: readonly ProfileDocument[] = [
  {
    name: "fresh-conversations",
    title: "A conversation for every message",
    description: "Answers carry a conversation id of their own, which says nothing.",
    extends: "loose",
    replies: {
      ignore: ["/conversation_id"],
      fill: { "/conversation_id": "$conversation_id" },
    },
  },
  {
    name: "no-conversations",
    title: "Answers without a conversation",
    description: "Answers carry no conversation id.",
    extends: "loose",
    replies: { omit: ["/conversation_id"], fill: { "/conversation_id": "$conversation_id" } },
  },
  {
    name: "lower-case-roles",
    title: "Roles in lower case",
    description: "The type in lower case as the method, and role_in_match is player_a or player_b.",
    extends: "type-in-lower-case",
    messages: {
      GAME_INVITATION: {
        values: {
          "/role_in_match": [
            ["PLAYER_A", "player_a"],
            ["PLAYER_B", "player_b"],
          ],
        },
      },
    },
  },
  {
    name: "same-role",
    title: "Every player is player A",
    description: "One method for everything, and role_in_match is PLAYER_A for both players.",
    extends: "handle-message",
    messages: {
      GAME_INVITATION: {
        values: {
          "/role_in_match": [
            ["PLAYER_A", "PLAYER_A"],
            ["PLAYER_B", "PLAYER_A"],
          ],
        },
      },
    },
  },
  {
    name: "nested",
    title: "Nested objects",
    description: "What is not of the envelope is in an object: game_invitation, parity_context.",
    extends: "loose",
    messages: {
      GAME_INVITATION: { nest: "game_invitation" },
      CHOOSE_PARITY_CALL: { nest: "parity_context" },
    },
  },
  {
    name: "nested-tools",
    title: "Tools with nested arguments",
    description: "tools/call with receive_game_invitation and the like, and nested objects in the arguments.",
    extends: "mcp-receive",
    messages: {
      GAME_INVITATION: { nest: "game_invitation" },
      CHOOSE_PARITY_CALL: { nest: "parity_context" },
    },
  },
  {
    name: "strategy-registration",
    title: "Registration with strategy and protocol_version",
    description: "A registration must name a strategy, and is answered with the status REGISTERED.",
    extends: "loose",
    messages: {
      LEAGUE_REGISTER_REQUEST: { add: { "/player_meta/strategy": "random", "/strategy": "random" } },
      LEAGUE_REGISTER_RESPONSE: { values: { "/status": [["ACCEPTED", "REGISTERED"]] } },
      REFEREE_REGISTER_RESPONSE: { values: { "/status": [["ACCEPTED", "REGISTERED"]] } },
    },
  },
  {
    name: "announcement-start",
    title: "Matches begin with the announcement",
    description:
      "A referee starts the matches of a ROUND_ANNOUNCEMENT whose referee_endpoint is its own; player_A_endpoint and player_B_endpoint stand beside it.",
    extends: "loose",
    match_start: "announcement",
  },
  {
    name: "explicit-nulls",
    title: "Explicit nulls",
    description: "Absent fields are written as null; the JSON-RPC id is always 1.",
    extends: "loose",
    ids: "one",
    messages: {
      GAME_INVITATION: { add: { "/deadline": null, "/context": null } },
      CHOOSE_PARITY_RESPONSE: { add: { "/reason": null } },
      LEAGUE_REGISTER_RESPONSE: { add: { "/message": null } },
    },
  },
  {
    name: "status-errors",
    title: "Errors as a status",
    description: 'A refusal is `{"status": "error"}` in the result, with any HTTP status.',
    extends: "loose",
    errors: "status",
  },
  {
    name: "bare-ids",
    title: "Bare ids",
    description: "The documents' methods and messages, with `P01` instead of `player:P01` as sender.",
    extends: "loose",
    sender: "bare",
  },
];
