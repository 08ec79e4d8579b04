import * as examples from "@league-v2/contract/canonical/examples";
import { expect, it, test } from "vitest";
import { assignNames, generalName, receivedBy } from "../evidence/method-names.js";
import { derivableTypes, kindOf, membersOf } from "./contract-members.js";
import { valueAt } from "./members.js";
import { similarity } from "./words.js";

function examplesOf(type: string): unknown[] {
  const camel = type.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const list = (examples as Readonly<Record<string, unknown>>)[`${camel}Examples`];
  return Array.isArray(list) ? list : [];
}

/** Members that the examples of the documents happen not to show. */
const unshown = ["/player_meta/protocol_version", "/referee_meta/protocol_version", "/auth_token"];

it.each(derivableTypes)("the members of %s are those of the contract", (type) => {
  const shown = examplesOf(type);
  expect(shown.length).toBeGreaterThan(0);
  for (const pointer of membersOf(type).filter((one) => !unshown.includes(one))) {
    const values = shown.map((example) => valueAt(example, pointer)).filter((value) => value !== undefined);
    expect(values, pointer).not.toEqual([]);
    const kind = kindOf(pointer);
    for (const value of values) {
      if (value !== null) expect(Array.isArray(value) ? "list" : jsonKind(value), pointer).toBe(kind);
    }
  }
});

function jsonKind(value: unknown): string {
  return typeof value === "string" ? "text" : typeof value;
}

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
