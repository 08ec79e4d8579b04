/** The derivation of a form: its requests, its duration, and the effect of each answer. */
import { describe, expect, it, test } from "vitest";
import { seededRandom } from "../../platform/seeded-random.js";
import { SimulatedClock } from "../../platform/simulated-clock.js";
import type { IncomingReply, OutgoingRequest, Transport } from "../../platform/transport.js";
import { lintProfile } from "../lint.js";
import { hintsOf } from "./error-hints.js";
import { deriveForm, deriveProfile, type Exchange } from "./index.js";

const url = "http://127.0.0.1:8101/mcp";
const random = seededRandom("derive");

/** A peer that answers each request by a function, and records the requests. */
function peer(
  answer: (request: OutgoingRequest) => unknown,
): Transport & { readonly sent: OutgoingRequest[] } {
  const sent: OutgoingRequest[] = [];
  const send = async (request: OutgoingRequest): Promise<IncomingReply> => {
    sent.push(request);
    return { status: 200, contentType: "application/json", body: JSON.stringify(answer(request)) };
  };
  return { sent, send };
}

const notFound = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } };

describe("probing a peer", () => {
  it("sends at most 20 requests, none of which has an effect on a match", async () => {
    const transport = peer(() => notFound);
    await deriveProfile({ url, transport, clock: new SimulatedClock(), random, role: "player" });
    expect(transport.sent.length).toBeLessThanOrEqual(20);
    const bodies = transport.sent.map(({ body }) => body).join("\n");
    expect(bodies).not.toMatch(/ROUND_ANNOUNCEMENT|RUN_MATCH|GAME_OVER|GAME_INVITATION|CHOOSE_PARITY_CALL/);
    expect(bodies).not.toMatch(
      /run_match|notify_round|handle_game_invitation|choose_parity|notify_match_result/,
    );
  });

  it("ends after a second with a silent peer", async () => {
    const clock = new SimulatedClock();
    const begun = clock.now();
    const transport: Transport = {
      send: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    };
    const derived = await clock.run(deriveProfile({ url, transport, clock, random, role: "player" }));
    expect([derived, clock.now() - begun]).toEqual([undefined, 1_000]);
  });

  it("respects a smaller budget", async () => {
    const transport = peer(() => notFound);
    const budget = { requests: 3 };
    await deriveProfile({ url, transport, clock: new SimulatedClock(), random, role: "player", budget });
    expect(transport.sent).toHaveLength(3);
  });

  it("opens a session with an MCP server that lists its tools only in a session", async () => {
    const transport = peer(({ body }) => JSON.parse(body || "null"));
    const send: Transport["send"] = async (request) => {
      await transport.send(request);
      const { method } = JSON.parse(request.body || "{}") as { method?: string };
      const isIn = request.headers?.["mcp-session-id"] === "s1";
      const result =
        method === "tools/list" && isIn ? { tools: [{ name: "invite" }, { name: "choose" }] } : {};
      const status = isIn || method === "initialize" ? 200 : 400;
      const reply = {
        status,
        contentType: "application/json",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, result }),
      };
      return method === "initialize" ? { ...reply, sessionId: "s1" } : reply;
    };
    const options = { url, clock: new SimulatedClock(), random, role: "player" as const };
    const derived = await deriveProfile({ ...options, transport: { send } });
    expect(derived?.document).toMatchObject({
      request: "tools_call",
      messages: { GAME_INVITATION: { method: "invite" }, CHOOSE_PARITY_CALL: { method: "choose" } },
    });
    expect(transport.sent.length).toBeLessThanOrEqual(20);
  });
});

describe("evidence in exchanges", () => {
  const invitation = { message_type: "GAME_INVITATION", match_id: "R1M1", opponent_id: "P02" };
  const refused = (reply: unknown, status = 200): Exchange => ({
    ...{ by: "us", request: { jsonrpc: "2.0", id: 1, method: "handle_game_invitation", params: invitation } },
    ...{ status, reply },
  });
  const error = (message: string) => ({ jsonrpc: "2.0", id: 1, error: { code: -32602, message } });

  it.each<[string, Exchange, object]>([
    [
      "a missing member",
      refused(error("Missing required field: game_id")),
      { rename: { match_id: "game_id" } },
    ],
    [
      "the loc of an HTTP 422",
      refused(
        { detail: [{ loc: ["body", "params", "rival"], msg: "Field required", type: "missing" }] },
        422,
      ),
      { rename: { opponent_id: "rival" } },
    ],
    ["a KeyError", refused(error("'invitation'")), { nest: "invitation" }],
    [
      "an unexpected member",
      refused(error("got an unexpected keyword argument 'opponent_id'")),
      { omit: ["/opponent_id"] },
    ],
  ])("%s in a refusal becomes a rule", (_, exchange, rules) => {
    const derived = deriveForm("derived", "player", [exchange]);
    expect(derived?.document.messages?.GAME_INVITATION).toMatchObject(rules);
    expect(lintProfile(derived?.document)).toEqual([]);
  });

  test("names listed in a refusal become methods", () => {
    const reply = error(
      "Unknown method 'handle_game_invitation', known: game_invite, pick_parity, match_ended",
    );
    expect(deriveForm("derived", "player", [refused(reply)])?.document.messages).toMatchObject({
      GAME_INVITATION: { method: "game_invite" },
      CHOOSE_PARITY_CALL: { method: "pick_parity" },
      GAME_OVER: { method: "match_ended" },
    });
  });

  test("the first message of a peer determines its place, its sender, its times and its names", () => {
    const params = {
      message: {
        ...{
          message_type: "LEAGUE_REGISTER_REQUEST",
          sender: "alpha",
          timestamp: "2026-01-02T03:04:05+00:00",
        },
        ...{ thread_id: "c1", auth_token: "", player_meta: { display_name: "alpha" } },
      },
    };
    const request = { jsonrpc: "2.0", id: 1, method: "LEAGUE_REGISTER_REQUEST", params };
    expect(deriveForm("derived", "player", [{ by: "peer", request }])?.document).toMatchObject({
      ...{ request: "message", sender: "bare", times: "offset_seconds", method: "message_type" },
      envelope: { blank: { "/auth_token": "" } },
      messages: { GAME_INVITATION: { rename: { conversation_id: "thread_id" } } },
    });
  });

  test.each([
    [
      "an object of any name with an envelope in it",
      { anything: { message_type: "X", player_meta: {} } },
      "anything",
    ],
    ["an object that is called like one", { payload: { display_name: "alpha" } }, "payload"],
    ["the description in a registration", { player_meta: { display_name: "alpha" } }, undefined],
    ["a description under another name", { me: { display_name: "alpha" } }, undefined],
  ])("%s alone in the arguments: %j is held by %s", (_what, args, wrap) => {
    const params = { name: "register_player", arguments: args };
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const derived = deriveForm("derived", "player", [{ by: "peer", request }]);
    expect(derived?.document.wrap).toBe(wrap);
  });

  test("a custom type in a member of another name belongs to its form", () => {
    const params = { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1" };
    const result = { type: "RESPONSE_PARITY_CHOOSE", choice: "even" };
    const asked = { jsonrpc: "2.0", id: 1, method: "choose_parity", params };
    const exchange: Exchange = { by: "us", request: asked, reply: { jsonrpc: "2.0", id: 1, result } };
    expect(
      deriveForm("typed", "player", [exchange])?.document.messages?.CHOOSE_PARITY_RESPONSE,
    ).toMatchObject({
      rename: { message_type: "type", parity_choice: "choice" },
      values: { "/message_type": [["CHOOSE_PARITY_RESPONSE", "RESPONSE_PARITY_CHOOSE"]] },
    });
  });

  test("no form is derived without evidence, and no invalid one from a hostile peer's messages", () => {
    expect(deriveForm("derived", "player", [])).toBeUndefined();
    const hostile = Object.fromEntries([
      ["{match_id}", 1],
      ["__proto__x", { a: 1 }],
      ["a/b~c", "x"],
    ]);
    const request = { jsonrpc: "2.0", method: "x".repeat(10_000), params: { ...invitation, ...hostile } };
    const derived = deriveForm("derived", "player", [{ by: "peer", request }, refused("(".repeat(100_000))]);
    if (derived !== undefined) expect(lintProfile(derived.document)).toEqual([]);
  });
});

describe("a list of tools", () => {
  const called = (method: string, params: object, reply: object): Exchange => ({
    ...{ by: "us", request: { jsonrpc: "2.0", id: 1, method, params } },
    reply: { jsonrpc: "2.0", id: 1, ...reply },
  });
  const inputSchema = { properties: { player_a: {}, player_b: {} }, required: ["player_a", "player_b"] };
  const list = called("tools/list", {}, { result: { tools: [{ name: "run_match", inputSchema }] } });
  const unknown = (message: string) =>
    called("tools/call", { name: "league_v2_probe" }, { error: { code: -32601, message } });

  it.each([
    ["without tool calls is about its methods", "Method not found: tools/call", undefined],
    ["without this tool is about its tools", "Unknown tool: league_v2_probe", "tools_call"],
  ])("of a peer %s", (_what, message, request) => {
    const derived = deriveForm("listed", "referee", [list, unknown(message)])?.document;
    expect(derived?.request).toBe(request);
    expect(derived?.messages?.RUN_MATCH?.rename).toEqual({
      player_A_id: "player_a",
      player_B_id: "player_b",
    });
  });
});

test.each([
  [
    "1 validation error for GameInvitation\ngame_invitation\n  Field required [type=missing]",
    ["/game_invitation"],
  ],
  ["missing fields: match_id, player_id", ["/match_id", "/player_id"]],
  ["match_id is required", ["/match_id"]],
  ["Missing auth token", ["/auth_token"]],
  ["no match id in the request", ["/match_id"]],
  ["bad message: KeyError('player_a')", ["/player_a"]],
  ["Invalid params: 'player1'", ["/player1"]],
  ["Unknown method: 'run_match'", []],
  ["Missing error handler", []],
  ["Missing required parameters", []],
  ["Method not found", []],
  ["strategy crashed", []],
])("%j names the members %j", (text, pointers) => {
  expect(hintsOf(text).members.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(pointers));
  if (pointers.length === 0) expect(hintsOf(text).members).toEqual([]);
});

test("a refused name is tried with its words reversed before the usual ones", () => {
  const refusedAs = (method: string): Exchange => ({
    ...{ by: "us", status: 404, reply: notFound },
    request: { jsonrpc: "2.0", id: 1, method, params: { message_type: "CHOOSE_PARITY_CALL" } },
  });
  const refused = ["choose_parity", "CHOOSE_PARITY_CALL", "choose_parity_call"].map(refusedAs);
  const derived = deriveForm("turned", "player", refused);
  expect(derived?.profile.messages.CHOOSE_PARITY_CALL?.method).toBe("parity_choose");
});

it("the type of an answer in a member of the result is the type of that answer", () => {
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "handle_message",
    params: { message: { message_type: "CHOOSE_PARITY_CALL" } },
  };
  const message = { message_type: "PARITY_CHOICE", match_id: "R1M1", choice: "even" };
  const reply = { jsonrpc: "2.0", id: 1, result: { message } };
  const derived = deriveForm("peer", "player", [{ by: "us", request, status: 200, reply }]);
  expect(derived?.profile.messages.CHOOSE_PARITY_RESPONSE).toMatchObject({ message_type: "PARITY_CHOICE" });
});

it("a refusal about a member in camelCase, or about the envelope object, applies to all messages", () => {
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "handle_game_invitation",
    params: { message_type: "GAME_INVITATION" },
  };
  const refusedWith = (message: string) =>
    deriveForm("peer", "player", [
      { by: "us", request, status: 200, reply: { jsonrpc: "2.0", id: 1, error: { code: -32602, message } } },
    ])?.profile;
  expect(refusedWith("Invalid params: matchId is undefined")?.spelling).toEqual({ members: "camel" });
  expect(refusedWith("Missing required fields: match_id, playerId")?.spelling).toBeUndefined();
  expect(refusedWith("KeyError: 'meta'")?.split).toEqual({ envelope: "meta", payload: "payload" });
});
