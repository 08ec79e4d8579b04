/** Where messages are in bodies that no profile describes. */
import { expect, it } from "vitest";
import { answerObject, findMessage } from "./find-message.js";

const enveloped = { protocol: "league.v2", sender: "referee:REF01", match_id: "R1M1" };
const call = (params: object) => ({ jsonrpc: "2.0", id: 1, method: "handle_game_invitation", params });

it.each(["payload", "data", "msg"])("a message without a type is in the only member %s", (name) => {
  expect(findMessage(call({ [name]: enveloped }))?.message).toEqual(enveloped);
});

it.each([
  ["with another member next to it", { payload: enveloped, other: 1 }],
  ["under an unlisted name", { player_meta: enveloped }],
  ["without any envelope", { payload: { match_id: "R1M1" } }],
])("an object %s is no whole message", (_what, params) => {
  expect(findMessage(call(params))?.message).toEqual(params);
});

const joined = { message_type: "GAME_JOIN_ACK", data: { match_id: "R1M1", accepted: true } };

it("the message of a plain answer is in its only member with a type", () => {
  expect(answerObject({ status: "success", request_id: "r-1", data: joined })).toEqual(joined);
  const two = { first: joined, second: joined };
  expect(answerObject(two)).toEqual(two);
});
