import { expect, it } from "vitest";
import { enrol } from "../testing/contract-tests/samples.js";
import { reporter } from "./authority.js";
import { MemoryStore } from "./memory-store.js";
import { Roster } from "./roster.js";

const token = "token-of-REF01";

it.each([
  ["its own token", "referee:REF01", token, undefined],
  ["no token", "referee:REF01", undefined, "E011"],
  ["an empty token", "referee:REF01", "", "E011"],
  ["another token", "referee:REF01", "token-of-P01", "E012"],
  ["a token, and an unknown id", "referee:REF09", token, "E013"],
  ["a token, and the role of a player", "player:REF01", token, "E013"],
  ["a player's token, as that player", "player:P01", "token-of-P01", "E013"],
  ["a bare id", "REF01", token, "E013"],
])("a report with %s", async (_, sender, auth_token, code) => {
  const store = new MemoryStore();
  await enrol(store, ["P01", "REF01"]);
  const claim = auth_token === undefined ? { sender } : { sender, auth_token };
  const outcome = await reporter(claim, { roster: new Roster(store), store }).then(
    () => undefined,
    (error: { readonly code: string }) => error.code,
  );
  expect(outcome).toBe(code);
});
