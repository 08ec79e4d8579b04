import { expect, test } from "vitest";
import { isFromAnotherRun } from "./other-runs.js";

const REFEREE = [{ role: "referee", id: "REF52", token: "own" }] as const;
const OURS = ["R1M1", "league_ours"];

test.each([
  ["an announcement of another league", { sender: "league_manager", league_id: "league_other" }],
  ["a choice call of another referee", { sender: "referee:REF01", auth_token: "other", match_id: "R7M1" }],
  [
    "a result of another referee, in the flat form",
    { sender: "REF62", auth_token: "other", match_id: "R7M1" },
  ],
  ["a message of a player", { sender: "player:P01", match_id: "R7M1" }],
])("%s is from another run", (_, message) => {
  expect(isFromAnotherRun(message, REFEREE, OURS)).toBe(true);
});

test.each([
  ["the agent's own name", { sender: "referee:REF52", auth_token: "other", match_id: "R7M1" }],
  ["its own token", { sender: "league_manager", auth_token: "own", league_id: "league_other" }],
  ["its own bare id", { sender: "REF52", auth_token: "other", match_id: "R7M1" }],
  ["a match of this run", { sender: "referee:REF01", auth_token: "other", match_id: "R1M1" }],
  ["the league of this run", { sender: "league_manager", league_id: "league_ours", match_id: "R7M1" }],
  ["no token, which the agent may have lost", { sender: "referee:alpha", match_id: "R7M1" }],
  ["a sender of no known form", { sender: "agent", auth_token: "other", match_id: "R7M1" }],
])("a message with %s is attributed to the agent", (_, message) => {
  expect(isFromAnotherRun(message, REFEREE, OURS)).toBe(false);
});

test("where one match is played, a message about another match of the same league is from another instance", () => {
  const message = {
    sender: "referee:REF77",
    auth_token: "other",
    league_id: "league_ours",
    match_id: "R1M1",
  };
  expect(isFromAnotherRun(message, REFEREE, ["R1M2"])).toBe(true);
});

test("before its registration a message of the agent may have any sender", () => {
  const message = { sender: "referee:alpha", auth_token: "early", league_id: "league_other" };
  expect(isFromAnotherRun(message, [{ role: "referee" }], OURS)).toBe(false);
});
