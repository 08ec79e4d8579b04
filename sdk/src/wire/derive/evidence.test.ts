/** The derivation of unknown names and members by their order, their schemas and the other members. */
import { expect, it } from "vitest";
import { assignByOrder, receivedBy } from "../evidence/method-names.js";
import { probeMethod, probeType } from "../evidence/questions.js";
import { shapeOf } from "../evidence/schema-members.js";
import type { Exchange } from "../evidence/types.js";
import { validationErrors } from "../evidence/validation-errors.js";
import { ProfileCodec } from "../form/profile-codec.js";
import { bundledProfile, canonical } from "../form/profiles.js";
import { deriveForm } from "./derive-form.js";

const required = receivedBy.player.slice(0, 3);
const byOrder = (names: string[], found: [string, string][] = []) =>
  Object.fromEntries(assignByOrder(names, required, new Map(found), receivedBy.player));

it("listed names without a known word stand for the messages of a match in their order", () => {
  expect(byOrder(["get_info", "alpha", "beta", "gamma"])).toEqual({
    GAME_INVITATION: "alpha",
    CHOOSE_PARITY_CALL: "beta",
    GAME_OVER: "gamma",
  });
  // Between two known names, and not after the last one.
  const known: [string, string][] = [
    ["GAME_INVITATION", "invite"],
    ["GAME_OVER", "game_over"],
  ];
  expect(byOrder(["alpha", "invite", "beta", "game_over", "gamma"], known).CHOOSE_PARITY_CALL).toBe("beta");
  expect(byOrder(["invite", "game_over", "gamma"], known).CHOOSE_PARITY_CALL).toBeUndefined();
});

const refused = (type: string, name: string, message: string, more: object = {}): Exchange => ({
  by: "us",
  type,
  status: 200,
  request: { jsonrpc: "2.0", id: 1, method: name, params: { message_type: type, match_id: "R1M1", ...more } },
  reply: { jsonrpc: "2.0", id: 1, error: { code: -32602, message } },
});

it("a refusal of the content proves the method and the place, which answers without a meaning do not disprove", () => {
  const answered = (type: string, name: string): Exchange => ({
    ...refused(type, name, ""),
    reply: { jsonrpc: "2.0", id: 1, result: { status: "ok" } },
  });
  const deaf = [
    answered("ROUND_ANNOUNCEMENT", "notify_round"),
    answered("ROUND_COMPLETED", "notify_round_completed"),
    answered("GAME_INVITATION", "handle_game_invitation"),
    answered(probeType, probeMethod),
    answered("GAME_INVITATION", "handle_message"),
  ];
  expect(deriveForm("own", "player", deaf)?.document.request).toBe("message");
  const missing = refused("GAME_INVITATION", "GAME_INVITATION", "Missing required field: game_invitation");
  const { method, request } = deriveForm("own", "player", [...deaf, missing])?.document ?? {};
  expect([method, request]).toEqual(["message_type", undefined]);
});

it("unknown members of an order are the players of the addresses that begin alike, and the match", () => {
  const missing = ["zeta", "left", "right", "left_url", "right_url"];
  const all = missing.map((name) => refused("RUN_MATCH", "run_match", `Missing required field: ${name}`));
  expect(deriveForm("own", "referee", all)?.document.messages?.RUN_MATCH?.add).toMatchObject({
    "/zeta": "$match_id",
    "/left": "$player_A_id",
    "/right": "$player_B_id",
    "/left_url": "$player_A_endpoint",
    "/right_url": "$player_B_endpoint",
  });
});

it("a member that is missed although it was sent as a text is the object with the content", () => {
  const miss = (more: object) =>
    refused("CHOOSE_PARITY_CALL", "choose_parity", "Missing required field: prompt", more);
  const nestOf = (seen: Exchange[]) =>
    deriveForm("own", "player", seen)?.document.messages?.CHOOSE_PARITY_CALL?.nest;
  expect(nestOf([miss({})])).toBeUndefined();
  expect(nestOf([miss({}), miss({ prompt: "R1M1" })])).toBe("prompt");
});

it("a camelCase name applies to its member only if the peer spells others in snake_case", () => {
  const registration = { message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:alpha" };
  const own: Exchange = {
    by: "peer",
    request: { jsonrpc: "2.0", id: 1, method: "register", params: registration },
  };
  const params = { message_type: "GAME_INVITATION", match_id: "R1M1", opponent_id: "P02" };
  const error = { code: -32602, message: "Missing required field: matchId" };
  const refused: Exchange = {
    by: "us",
    request: { jsonrpc: "2.0", id: 1, method: "game_invitation", params },
    status: 200,
    reply: { jsonrpc: "2.0", id: 1, error },
  };
  const derived = deriveForm("derived", "player", [own, refused]);
  expect(derived?.document.spelling).toBeUndefined();
  expect(derived?.document.messages?.GAME_INVITATION?.rename).toEqual({ match_id: "matchId" });
});

it("a missing member is written into the object that was named before, and next to it", () => {
  const params = { message_type: "GAME_INVITATION", match_id: "R1M1", role_in_match: "PLAYER_A" };
  const refused = (name: string): Exchange => ({
    by: "us",
    request: { jsonrpc: "2.0", id: 1, method: "game_invitation", params },
    status: 200,
    reply: { jsonrpc: "2.0", id: 1, error: { code: -32603, message: `'${name}'` } },
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
        jsonrpc: "2.0",
        id: 1,
        method: "choose_parity",
        params: { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1", ...more },
      },
      status: 200,
      reply: { jsonrpc: "2.0", id: 1, error: { code: -32603, message: `'${sent}'` } },
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
    by: "us",
    request: { jsonrpc: "2.0", id: 1, method: "start_match", params },
    type: "RUN_MATCH",
    status: 200,
    reply: { jsonrpc: "2.0", id: 1, error: { code: -32602, ...error } },
  };
  const derived = deriveForm("derived", "referee", [refused]);
  const written = new ProfileCodec(derived?.profile ?? base).message("RUN_MATCH", order);
  expect(written).toMatchObject({ match_id: "R1M1" });
  expect(written).not.toHaveProperty("players");
  expect(written).not.toHaveProperty("league_id");
});

it("a schema has the members of its references, of all its parts and of its first alternative", () => {
  const root = {
    Envelope: { properties: { sender: { type: "string" } }, required: ["sender"] },
    Match: { allOf: [{ $ref: "#/Envelope" }, { properties: { match_id: { type: "string" } } }] },
    Itself: { allOf: [{ $ref: "#/Itself" }] },
  };
  const schema = {
    allOf: [{ $ref: "#/Match" }, { $ref: "#/Itself" }],
    anyOf: [{ type: "null" }, { properties: { round: { type: "integer" } } }, { properties: { no: {} } }],
    properties: { match_id: { type: "integer" }, player: { $ref: "#/Itself" } },
    required: ["match_id"],
  };
  expect(shapeOf(schema, root)?.members).toEqual([
    { pointer: "/sender", required: true, kind: "text" },
    { pointer: "/match_id", required: true, kind: "number" },
    { pointer: "/round", required: false, kind: "number" },
    { pointer: "/player", required: false },
  ]);
});

/** The faults of validation libraries, by the kind of the fault. */
const at = (type: string, msg: string, more: object = {}) => ({
  detail: [{ type, loc: ["body", "params", "opponent_id"], msg, input: { opponent_id: "P02" }, ...more }],
});
const pointer = "/opponent_id";

it.each([
  [at("missing", "Field required"), { pointer, required: true }],
  [at("int_parsing", "Input should be a valid integer"), { pointer, required: false, kind: "number" }],
  [at("int_type", "Input should be a valid integer"), { pointer, required: false, kind: "number" }],
  [at("type_error.integer", "value is not a valid integer"), { pointer, required: false, kind: "number" }],
  [at("string_type", "Input should be a valid string"), { pointer, required: false, kind: "text" }],
  [at("literal_error", "Input should be 'A' or 'B'"), { pointer, required: false, allowed: ["A", "B"] }],
  [at("enum", "Input should be 'a', 'b' or 'c'"), { pointer, required: false, allowed: ["a", "b", "c"] }],
  [
    at("string_pattern_mismatch", "String should match pattern '^p:.+$'", { ctx: { pattern: "^p:.+$" } }),
    { pointer, required: false, format: "p:{id}" },
  ],
  [at("uuid_parsing", "Input should be a valid UUID"), { pointer, required: false, format: "uuid" }],
  [
    { issues: [{ code: "invalid_type", expected: "number", received: "string", path: ["opponent_id"] }] },
    { pointer, required: false, kind: "number" },
  ],
  [
    { issues: [{ code: "invalid_type", path: ["opponent_id"], message: "Required" }] },
    { pointer, required: true },
  ],
  [
    "1 validation error for X\nopponent_id\n  Input should be a valid integer [type=int_parsing, input_value='P02']",
    { pointer, required: false, kind: "number" },
  ],
  [
    String.raw`1 validation error for X
opponent_id
  String should match pattern '^p-\d+$' [type=string_pattern_mismatch, input_value='P02']`,
    { pointer, required: false, format: "p-{number}" },
  ],
])("%j is about the member", (answer, member) => {
  expect(validationErrors(answer)).toEqual({ members: [member], unwanted: [] });
});

it.each([
  at("extra_forbidden", "Extra inputs are not permitted"),
  "1 validation error for X\nopponent_id\n  Extra inputs are not permitted [type=extra_forbidden]",
])("%j refuses the member", (answer) => {
  expect(validationErrors(answer)).toEqual({ members: [], unwanted: [pointer] });
});

it("a fault of the whole body names no member, and repeated parts of the request are ignored", () => {
  const input = { text: "opponent_id\n  Field required" };
  const fault = { type: "value_error", loc: ["body"], msg: "Value error, required", input };
  expect(validationErrors({ detail: [fault] })).toEqual({ members: [], unwanted: [] });
});
