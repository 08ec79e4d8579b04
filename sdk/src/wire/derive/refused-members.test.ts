/** Members that a refusal reports as missing: the spelling of their names, and their places. */
import { expect, it } from "vitest";
import { ProfileCodec } from "../profile-codec.js";
import { bundledProfile, canonical } from "../profiles.js";
import { deriveForm } from "./derive-form.js";
import type { Exchange } from "./types.js";

it("a camelCase name applies to its member only if the peer spells others in snake_case", () => {
  const registration = { message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:alpha" };
  const own: Exchange = {
    by: "peer",
    request: { jsonrpc: "2.0", id: 1, method: "register", params: registration },
  };
  const params = { message_type: "GAME_INVITATION", match_id: "R1M1", opponent_id: "P02" };
  const error = { code: -32602, message: "Missing required field: matchId" };
  const refused: Exchange = {
    ...{ by: "us", request: { jsonrpc: "2.0", id: 1, method: "game_invitation", params } },
    ...{ status: 200, reply: { jsonrpc: "2.0", id: 1, error } },
  };
  const derived = deriveForm("derived", "player", [own, refused]);
  expect(derived?.document.spelling).toBeUndefined();
  expect(derived?.document.messages?.GAME_INVITATION?.rename).toEqual({ match_id: "matchId" });
});

it("a missing member is written into the object that was named before, and next to it", () => {
  const params = { message_type: "GAME_INVITATION", match_id: "R1M1", role_in_match: "PLAYER_A" };
  const refused = (name: string): Exchange => ({
    ...{ by: "us", request: { jsonrpc: "2.0", id: 1, method: "game_invitation", params } },
    ...{ status: 200, reply: { jsonrpc: "2.0", id: 1, error: { code: -32603, message: `'${name}'` } } },
  });
  const derived = deriveForm("derived", "player", [refused("invitation"), refused("role")]);
  const written = new ProfileCodec(derived?.profile ?? canonical).message("GAME_INVITATION", params);
  expect(written).toMatchObject({ role: "PLAYER_A", invitation: { role: "PLAYER_A" } });
});

it.each(["turnData", "turn_data"])(
  "%s, reported as missing after it was sent as a text, is the object with the content",
  (sent) => {
    const refused = (more: object): Exchange => ({
      by: "us",
      request: {
        ...{ jsonrpc: "2.0", id: 1, method: "choose_parity" },
        params: { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1", ...more },
      },
      ...{ status: 200, reply: { jsonrpc: "2.0", id: 1, error: { code: -32603, message: `'${sent}'` } } },
    });
    const derived = deriveForm("derived", "player", [refused({}), refused({ [sent]: "R1M1" })]);
    expect(derived?.document.messages?.CHOOSE_PARITY_CALL?.nest).toBe(sent);
  },
);

it.each<[string, object]>([
  [
    "pydantic",
    {
      detail: ["players", "league_id"].map((name) => ({
        loc: ["body", "params", name],
        type: "extra_forbidden",
      })),
    },
  ],
  [
    "jsonschema",
    { message: "Additional properties are not allowed ('players', 'league_id' were unexpected)" },
  ],
])("members that a refusal of %s names as unexpected are not sent again", (_library, error) => {
  const base = bundledProfile("match-assignment") ?? canonical;
  const order = { message_type: "RUN_MATCH", match_id: "R1M1", league_id: "L", player_A_id: "P01" };
  const params = new ProfileCodec(base).message("RUN_MATCH", order);
  expect(params).toHaveProperty("players");
  const refused: Exchange = {
    ...{ by: "us", request: { jsonrpc: "2.0", id: 1, method: "start_match", params }, type: "RUN_MATCH" },
    ...{ status: 200, reply: { jsonrpc: "2.0", id: 1, error: { code: -32602, ...error } } },
  };
  const derived = deriveForm("derived", "referee", [refused]);
  const written = new ProfileCodec(derived?.profile ?? base).message("RUN_MATCH", order);
  expect(written).toMatchObject({ match_id: "R1M1" });
  expect(written).not.toHaveProperty("players");
  expect(written).not.toHaveProperty("league_id");
});
