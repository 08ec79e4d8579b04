/** The derivation of unknown names and members by their order, their schemas and the other members. */
import { expect, it, test } from "vitest";
import { assignByOrder, assignNames, generalName, receivedBy } from "../evidence/method-names.js";
import { probeMethod, probeType } from "../evidence/questions.js";
import { ResolvedSchemas, shapeOf } from "../evidence/schema-members.js";
import type { Exchange } from "../evidence/types.js";
import { validationErrors } from "../evidence/validation-errors.js";
import { ProfileCodec } from "../form/profile-codec.js";
import { bundledProfile, canonical } from "../form/profiles.js";
import { indicatedRole } from "../gateway/negotiation/role-signs.js";
import { kindOf, membersOf } from "../message/contract-members.js";
import { similarity } from "../message/words.js";
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

/** Our request of this type under this method, and its refusal. */
const refused = (type: string, method: string, error: string | object, more: object = {}): Exchange => ({
  by: "us",
  type,
  status: 200,
  request: { jsonrpc: "2.0", id: 1, method, params: { message_type: type, match_id: "R1M1", ...more } },
  reply: {
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32602, ...(typeof error === "string" ? { message: error } : error) },
  },
});
const missing = (type: string, method: string, name: string, more: object = {}) =>
  refused(type, method, `Missing required field: ${name}`, more);
const document = (...seen: Exchange[]) => deriveForm("own", "player", seen)?.document;

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
  expect(document(...deaf)?.request).toBe("message");
  const { method, request } =
    document(...deaf, missing("GAME_INVITATION", "GAME_INVITATION", "game_invitation")) ?? {};
  expect([method, request]).toEqual(["message_type", undefined]);
});

it("the general name of its own calls is that of every message, also after the first one was answered under it", () => {
  const params = { message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:alpha" };
  const own: Exchange = { by: "peer", request: { jsonrpc: "2.0", id: 1, method: "league.handle", params } };
  const answered = (method: string): Exchange => ({
    ...refused("GAME_INVITATION", method, ""),
    reply: { jsonrpc: "2.0", id: 1, result: { message_type: "GAME_JOIN_ACK", accept: true } },
  });
  expect(document(own, answered("league.handle"))?.method).toEqual({ always: "league.handle" });
  expect(document(own, answered("invite"))?.method).not.toEqual({ always: "league.handle" });
});

it("unknown members of an order are the players of the addresses that begin alike, and the match", () => {
  const names = ["zeta", "left", "right", "left_url", "right_url"];
  const all = names.map((name) => missing("RUN_MATCH", "run_match", name));
  expect(deriveForm("own", "referee", all)?.document.messages?.RUN_MATCH?.add).toMatchObject({
    "/zeta": "$match_id",
    "/left": "$player_A_id",
    "/right": "$player_B_id",
    "/left_url": "$player_A_endpoint",
    "/right_url": "$player_B_endpoint",
  });
});

it("the ids and addresses of an order may stand in an object a player", () => {
  const named = ["player_a/id", "player_a/endpoint", "player_b/id", "player_b/endpoint"];
  const all = named.map((name) => missing("RUN_MATCH", "run_match", name.replace("/", ".")));
  const moves = deriveForm("own", "referee", all)?.document.messages?.RUN_MATCH?.move ?? [];
  expect(Object.fromEntries(moves.map(({ from, to }) => [from, to]))).toEqual({
    "/player_A_id": "/player_a/id",
    "/player_A_endpoint": "/player_a/endpoint",
    "/player_B_id": "/player_b/id",
    "/player_B_endpoint": "/player_b/endpoint",
  });
});

it("a refusal may name a member behind the class of its message", () => {
  const seen = refused("RUN_MATCH", "run_match", "StartMatchRequest.playerA.endpoint is required");
  expect(deriveForm("own", "referee", [seen])?.document.messages?.RUN_MATCH?.move).toEqual([
    { from: "/player_A_endpoint", to: "/playerA/endpoint" },
  ]);
});

it("a refusal that names an object of the schema asks for no text in its place", () => {
  const agent = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const inputSchema = { type: "object", required: ["player_a"], properties: { player_a: agent } };
  const listed: Exchange = {
    by: "us",
    status: 200,
    request: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    reply: { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "run_match", inputSchema }] } },
  };
  const seen = [listed, missing("RUN_MATCH", "run_match", "player_a")];
  expect(deriveForm("own", "referee", seen)?.document.messages?.RUN_MATCH).toEqual({
    move: [{ from: "/player_A_id", to: "/player_a/id" }],
  });
});

it.each([
  ["league_register_request", "game_over"],
  ["league-register-request", "game-over"],
  ["leagueRegisterRequest", "gameOver"],
])(
  "a player that registers by the type %s gets the others in this spelling: %s",
  (message_type, gameOver) => {
    const params = { message_type, sender: "player:alpha" };
    const own: Exchange = { by: "peer", request: { jsonrpc: "2.0", id: 1, method: "handle", params } };
    expect(document(own)?.messages?.GAME_OVER?.message_type).toBe(gameOver);
  },
);

it("a league that reads the winner beside the other members of a report gets a draw as a word", () => {
  const seen = missing("MATCH_RESULT_REPORT", "report_match_result", "winner");
  expect(deriveForm("own", "manager", [seen])?.document.messages?.MATCH_RESULT_REPORT).toEqual({
    move: [{ from: "/result/winner", to: "/winner" }],
    values: { "/result/winner": [[null, "DRAW"]] },
  });
});

it("a player that demands UUIDs as conversation ids gets them", () => {
  const seen = refused("GAME_INVITATION", "handle_game_invitation", "conversation_id must be a valid UUID");
  expect(document(seen)?.conversation).toBe("uuid");
});

it("another message type in another member is a value of that member", () => {
  const result = { type: "RESPONSE_PARITY_CHOOSE", match_id: "R1M1", choice: "odd" };
  const answered = {
    ...refused("CHOOSE_PARITY_CALL", "parity_choose", ""),
    reply: { jsonrpc: "2.0", id: 1, result },
  };
  expect(document(answered)?.messages?.CHOOSE_PARITY_RESPONSE).toMatchObject({
    rename: { message_type: "type" },
    values: { "/message_type": [["CHOOSE_PARITY_RESPONSE", "RESPONSE_PARITY_CHOOSE"]] },
  });
});

it("a player that demands a token gets one that is none", () => {
  const seen = missing("GAME_INVITATION", "handle_game_invitation", "auth_token");
  expect(document(seen)?.envelope?.add).toEqual({ "/auth_token": "none" });
});

it.each(["prompt", "turnData", "turn_data"])(
  "%s, reported as missing although it was sent as a text, is the object with the content",
  (name) => {
    const nestOf = (...sent: object[]) => {
      const seen = sent.map((more) => missing("CHOOSE_PARITY_CALL", "choose_parity", name, more));
      return document(...seen)?.messages?.CHOOSE_PARITY_CALL?.nest;
    };
    expect([nestOf({}), nestOf({}, { [name]: "R1M1" })]).toEqual([undefined, name]);
  },
);

it("a camelCase name applies to its member only if the peer spells others in snake_case", () => {
  const params = { message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:alpha" };
  const own: Exchange = { by: "peer", request: { jsonrpc: "2.0", id: 1, method: "register", params } };
  const derived = document(
    own,
    missing("GAME_INVITATION", "game_invitation", "matchId", { opponent_id: "P02" }),
  );
  expect(derived?.spelling).toBeUndefined();
  expect(derived?.messages?.GAME_INVITATION?.rename).toEqual({ match_id: "matchId" });
});

it("a missing member is written into the object that was named before, and next to it", () => {
  const role = { role_in_match: "PLAYER_A" };
  const seen = ["invitation", "role"].map((name) =>
    refused("GAME_INVITATION", "game_invitation", { code: -32603, message: `'${name}'` }, role),
  );
  const message = { message_type: "GAME_INVITATION", match_id: "R1M1", ...role };
  const { profile = canonical } = deriveForm("derived", "player", seen) ?? {};
  const written = new ProfileCodec(profile).message("GAME_INVITATION", message);
  expect(written).toMatchObject({ role: "PLAYER_A", invitation: { role: "PLAYER_A" } });
});

const unexpected = ["players", "league_id"];

it.each<[string, object]>([
  [
    "pydantic",
    { detail: unexpected.map((name) => ({ loc: ["body", "params", name], type: "extra_forbidden" })) },
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
  const derived = deriveForm("derived", "referee", [refused("RUN_MATCH", "start_match", error, params)]);
  const written = new ProfileCodec(derived?.profile ?? base).message("RUN_MATCH", order);
  expect(written).toMatchObject({ match_id: "R1M1" });
  for (const name of unexpected) expect(written).not.toHaveProperty(name);
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
  expect(shapeOf(schema, new ResolvedSchemas(root))?.members).toEqual([
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
const inText = (msg: string, more: string) => `1 validation error for X\nopponent_id\n  ${msg} [${more}]`;
const pointer = "/opponent_id";

it.each<[unknown, object]>([
  [at("missing", "Field required"), { required: true }],
  [at("int_parsing", "Input should be a valid integer"), { kind: "number" }],
  [at("int_type", "Input should be a valid integer"), { kind: "number" }],
  [at("type_error.integer", "value is not a valid integer"), { kind: "number" }],
  [at("string_type", "Input should be a valid string"), { kind: "text" }],
  [at("literal_error", "Input should be 'A' or 'B'"), { allowed: ["A", "B"] }],
  [at("enum", "Input should be 'a', 'b' or 'c'"), { allowed: ["a", "b", "c"] }],
  [
    at("string_pattern_mismatch", "String should match pattern '^p:.+$'", { ctx: { pattern: "^p:.+$" } }),
    { format: "p:{id}" },
  ],
  [at("uuid_parsing", "Input should be a valid UUID"), { format: "uuid" }],
  [
    { issues: [{ code: "invalid_type", expected: "number", received: "string", path: ["opponent_id"] }] },
    { kind: "number" },
  ],
  [{ issues: [{ code: "invalid_type", path: ["opponent_id"], message: "Required" }] }, { required: true }],
  [inText("Input should be a valid integer", "type=int_parsing, input_value='P02'"), { kind: "number" }],
  [
    inText(
      String.raw`String should match pattern '^p-\d+$'`,
      "type=string_pattern_mismatch, input_value='P02'",
    ),
    { format: "p-{number}" },
  ],
])("%j is about the member", (answer, member) => {
  const members = [{ pointer, required: false, ...member }];
  expect(validationErrors(answer)).toEqual({ members, unwanted: [] });
});

it.each([
  at("extra_forbidden", "Extra inputs are not permitted"),
  inText("Extra inputs are not permitted", "type=extra_forbidden"),
])("%j refuses the member", (answer) => {
  expect(validationErrors(answer)).toEqual({ members: [], unwanted: [pointer] });
});

it("a fault of the whole body names no member, and repeated parts of the request are ignored", () => {
  const input = { text: "opponent_id\n  Field required" };
  const fault = { type: "value_error", loc: ["body"], msg: "Value error, required", input };
  expect(validationErrors({ detail: [fault] })).toEqual({ members: [], unwanted: [] });
});

const error = (fields: object) => ({ protocol: "league.v2", message_type: "LEAGUE_ERROR", ...fields });

it.each([
  [{ error_message: "referee does not know GAME_INVITATION" }, "referee"],
  [{ error_message: "this player cannot take RUN_MATCH" }, "player"],
  [{ sender: "LEAGUE_MANAGER", error_message: "unknown" }, "manager"],
  [{ error_message: "the referee of the match is unknown" }, undefined],
])("a refusal with %j is evidence for the role %s", (fields, role) => {
  expect(indicatedRole([{ by: "us", request: {}, status: 400, reply: error(fields) }])).toBe(role);
});

test("the members of a message are its own, then the objects that hold them, then the envelope", () => {
  const own = ["/match_id", "/player_id", "/game_type", "/context/opponent_id", "/context/round_id"];
  const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id", "auth_token"];
  expect(membersOf("CHOOSE_PARITY_CALL")).toEqual([
    ...[...own, "/context/your_standings", "/deadline", "/context"],
    ...envelope.map((name) => `/${name}`),
  ]);
  const kinds = ["/match_id", "/context/round_id", "/context", "/matches", "/accept"].map(kindOf);
  expect(kinds).toEqual(["text", "number", "object", "list", "boolean"]);
});

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
