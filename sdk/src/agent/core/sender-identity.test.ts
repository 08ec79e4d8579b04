import { expect, it } from "vitest";
import { provisionalSender } from "./sender-identity.js";

it.each([
  ["player", "Agent Alpha", "player:agent-alpha"],
  ["player", "P07", "player:p07"],
  ["player", "REF01", "player:ref01"],
  ["referee", "REF01", "referee:ref01"],
  ["referee", "P7", "referee:p7"],
] as const)("a %s called %j signs as %s before its registration", (role, name, sender) => {
  expect(provisionalSender(role, name)).toBe(sender);
});
