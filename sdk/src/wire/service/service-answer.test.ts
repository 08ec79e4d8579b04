import { expect, it } from "vitest";
import { readServiceAnswer, serviceBody, withServiceNames } from "./service-answer.js";

it.each([
  ["GAME_INVITATION", { success: true, data: { accepted: true } }, { accept: true }],
  ["GAME_INVITATION", { joined: false }, { accept: false, status: "DECLINED" }],
  ["GAME_INVITATION", { status: "declined" }, { accept: false, status: "DECLINED" }],
  ["GAME_INVITATION", { event: "joined", data: { match: 7 } }, { match: 7, status: "received" }],
  [
    "RUN_MATCH",
    { success: true, result: { match: "R1M1", winner: "P01" } },
    { winner: "P01", status: "received" },
  ],
  ["GAME_OVER", { message: "result recorded" }, { status: "received" }],
  ["GAME_OVER", { success: false, error: "no" }, { success: false }],
  ["CHOOSE_PARITY_CALL", { success: true, data: { choice: "even" } }, { choice: "even" }],
  ["CHOOSE_PARITY_CALL", "Odd\n", { choice: "odd" }],
])("the answer to %s, %j, is read as %j", (type, body, said) => {
  expect(readServiceAnswer(type, body)).toMatchObject(said);
});

it("a status alone is no choice", () => {
  expect(readServiceAnswer("CHOOSE_PARITY_CALL", { success: true })).toEqual({});
});

it("an answer has its members in both spellings, next to the wrapper and in it", () => {
  const body = serviceBody(
    withServiceNames({ message_type: "LEAGUE_REGISTER_RESPONSE", player_id: "P01" }),
    "payload",
  );
  const members = { player_id: "P01", playerId: "P01", id: "P01", agent_id: "P01" };
  expect(body).toMatchObject({ success: true, ...members, payload: members });
});
