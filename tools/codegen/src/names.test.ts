import { expect, test } from "vitest";
import { camel, constant, kebab, pascal, valueName } from "./names.js";

test.each(["GAME_JOIN_ACK", "game-join-ack", "game join ack", "gameJoinAck", "GameJoinAck"])(
  "%s is the same name in every spelling",
  (name) => {
    expect([pascal(name), camel(name), kebab(name), constant(name)]).toEqual([
      "GameJoinAck",
      "gameJoinAck",
      "game-join-ack",
      "GAME_JOIN_ACK",
    ]);
  },
);

test("a value with the name of a reserved word gets an underscore", () => {
  expect(valueName("Delete")).toBe("delete_");
});
