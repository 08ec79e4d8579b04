import { expect, it } from "vitest";
import { positionalCall, scalarReply } from "./positional.js";

const membersOf = (params: unknown) => positionalCall({ method: "player.invite", params })?.members;

it.each([
  [["alpha", "http://127.0.0.1:8101/rpc"], { name: "alpha", url: "http://127.0.0.1:8101/rpc" }],
  [["http://127.0.0.1:8101/rpc", "alpha"], { name: "alpha", url: "http://127.0.0.1:8101/rpc" }],
  [["R1M1", "P02", 1], { match_id: "R1M1", opponent_id: "P02", number: 1 }],
  [["R1M1", null, 4, "odd", "odd"], { match_id: "R1M1", winner: null, choice_a: "odd", choice_b: "odd" }],
])("the positional params %j get names", (params, members) =>
  expect(membersOf(params)).toMatchObject(members),
);

it("named params are not read as positional", () => {
  expect(membersOf({ match_id: "R1M1" })).toBeUndefined();
  expect(positionalCall([1])).toBeUndefined();
  for (const params of [[], [null], [{ match_id: "R1M1" }]]) expect(membersOf(params)).toBeUndefined();
});

it("a choice, a consent and an acknowledgement are bare values", () => {
  expect(scalarReply({ message_type: "CHOOSE_PARITY_RESPONSE", parity_choice: "odd" })).toBe("odd");
  expect(scalarReply({ message_type: "GAME_JOIN_ACK", accept: false })).toBe(false);
  expect(scalarReply({ message_type: "GAME_OVER_ACK" })).toBe(true);
});
