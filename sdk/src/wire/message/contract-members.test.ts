import { expect, it, test } from "vitest";
import { assignNames, generalName, receivedBy } from "../evidence/method-names.js";
import { kindOf, membersOf } from "./contract-members.js";
import { similarity } from "./words.js";

test("the members of a message are its own, then the objects that hold them, then the envelope", () => {
  const own = ["/match_id", "/player_id", "/game_type", "/context/opponent_id", "/context/round_id"];
  const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id", "auth_token"];
  expect(membersOf("CHOOSE_PARITY_CALL")).toEqual([
    ...[...own, "/context/your_standings", "/deadline", "/context"],
    ...envelope.map((name) => `/${name}`),
  ]);
  const kinds = ["/match_id", "/context/round_id", "/context", "/matches", "/accept"].map(kindOf);
  expect(kinds).toEqual(["text", "number", "object", "list", "boolean"]);
});

it.each([
  ["game_id", "match_id"],
  ["matchId", "match_id"],
  ["rival", "opponent_id"],
  ["pick", "parity_choice"],
  ["side", "role_in_match"],
  ["callback_url", "contact_endpoint"],
  ["thread", "conversation_id"],
  ["agent_name", "display_name"],
])("%s is like %s and more like it than like any other member of a match", (name, canonical) => {
  const all = ["match_id", "opponent_id", "parity_choice", "role_in_match", "contact_endpoint"];
  const others = [...all, "conversation_id", "display_name", "player_id", "round_id"];
  const score = similarity(name, canonical);
  expect(score).toBeGreaterThanOrEqual(0.4);
  for (const other of others.filter((one) => one !== canonical)) {
    expect(similarity(name, other), other).toBeLessThan(score);
  }
});

test("each listed name is assigned to one message by its words", () => {
  const names = [
    "invite_player",
    "make_choice",
    "match_finished",
    "round_start",
    "get_stats",
    "new_rankings",
  ];
  expect(Object.fromEntries(assignNames(names, receivedBy.player))).toEqual({
    GAME_INVITATION: "invite_player",
    CHOOSE_PARITY_CALL: "make_choice",
    GAME_OVER: "match_finished",
    ROUND_ANNOUNCEMENT: "round_start",
    LEAGUE_STANDINGS_UPDATE: "new_rankings",
  });
  expect(Object.fromEntries(assignNames(["assign_match", "health"], receivedBy.referee))).toEqual({
    RUN_MATCH: "assign_match",
  });
});

test.each([
  [["ping", "handle_message"], "handle_message"],
  [["process_message"], "process_message"],
  [["message"], "message"],
  [["handle_game_invitation", "choose_parity"], undefined],
])("the general name in %j is %s", (names, name) => {
  expect(generalName(names)).toBe(name);
});
