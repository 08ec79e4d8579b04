import { afterAll, expect, test } from "vitest";
import { compile } from "../../test/compiled.js";
import { miniOutputs } from "../../test/mini.js";

const emitted = compile(await miniOutputs());
afterAll(() => emitted.remove());

const index = await emitted.load("index");
const identity = {
  sender: "referee:REF01",
  timestamp: "2025-01-15T10:30:00Z",
  conversation_id: "conv-1",
  auth_token: "tok",
};
const call = {
  match_id: "R1M1",
  player_id: "P01",
  game_type: "even_odd",
  context: { opponent_id: null },
};

test("a builder fills the envelope and the message type", () => {
  expect(index.chooseParityCall(identity, call)).toEqual({
    protocol: "league.v2",
    message_type: "CHOOSE_PARITY_CALL",
    ...identity,
    ...call,
  });
});

test("a builder leaves out undeclared and undefined fields", () => {
  const message = index.chooseParityCall(identity, { ...call, secret: 1, deadline: undefined });
  expect(Object.keys(message)).not.toContain("secret");
  expect(Object.keys(message)).not.toContain("deadline");
});

test("a message without an envelope needs no identity", () => {
  expect(index.pong({ message: "pong" })).toEqual({ ok: true, message: "pong" });
});

test("a reply copies its conversation and the shared fields", () => {
  const request = index.chooseParityCall(identity, call);
  const senderFields = { sender: "player:P01", timestamp: identity.timestamp, auth_token: "p" };
  expect(index.reply(request, senderFields, { parity_choice: "odd" })).toEqual({
    protocol: "league.v2",
    message_type: "CHOOSE_PARITY_RESPONSE",
    ...senderFields,
    conversation_id: "conv-1",
    match_id: "R1M1",
    player_id: "P01",
    parity_choice: "odd",
  });
});

test("a message without an answer has no reply", () => {
  expect(() => index.reply({ message_type: "GAME_OVER" }, identity, {})).toThrow(
    "no message answers GAME_OVER",
  );
});

test("the method table has callers, receivers and deadlines", () => {
  expect(index.methods.choose_parity).toEqual({
    name: "choose_parity",
    from: ["referee"],
    to: ["player"],
    request: "CHOOSE_PARITY_CALL",
    reply: "CHOOSE_PARITY_RESPONSE",
    ack: null,
    deadlineMs: 30_000,
    retries: 3,
    retryPauseMs: 2000,
    bestEffort: false,
    envelope: true,
    forms: [],
  });
});

test("a role's table has its methods, with validators that load the faults on demand", async () => {
  expect(Object.keys(index.playerServes)).toEqual(["choose_parity", "notify_match_result", "ping"]);
  expect(Object.keys(index.playerCalls)).toEqual(["ping"]);
  const { validateRequest } = index.playerServes.choose_parity;
  expect(await validateRequest.full()).toBe(index.validateChooseParityCall);
  const message = index.chooseParityCall(identity, call);
  expect([validateRequest(message), validateRequest({ ...message, match_id: "" })]).toEqual([true, false]);
  expect(index.playerServes.notify_match_result.validateReply).toBeNull();
});

test("the first rule that matches any violation decides the error code", () => {
  const wrong = { pointer: "/parity_choice", keyword: "enum" };
  expect(index.schemaFaultCode([wrong])).toBe("E004");
  expect(index.schemaFaultCode([wrong, { pointer: "/protocol", keyword: "const" }])).toBe("E018");
  expect(index.schemaFaultCode([{ pointer: "/x", keyword: "type" }])).toBe("E003");
  expect(index.schemaFaultCode([])).toBeUndefined();
});

test("all faults are reported as sentences, in the order of the schema's fields", () => {
  const message = index.chooseParityCall(identity, { ...call, context: { standings: [{ rank: 0 }] } });
  expect(index.validateChooseParityCall(message)).toBe(false);
  const explained = index.explain(index.validateChooseParityCall.errors, message);
  expect(explained.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/context/opponent_id",
    "/context/standings/0/rank",
    "/context/standings/0/player_id",
    "/context/standings/0/points",
  ]);
});

test("msw handlers answer every method from its example", async () => {
  const { canonicalHandlers } = await emitted.load("canonical/msw");
  const { getResponse } = await import("msw");
  const ask = async (handlers: Parameters<typeof getResponse>[0], body: unknown) => {
    const request = new Request("http://agent.test/mcp", { method: "POST", body: JSON.stringify(body) });
    return (await getResponse(handlers, request))?.json() as Promise<unknown>;
  };
  const params = index.chooseParityCall({ ...identity, conversation_id: "mine" }, call);
  const request = { jsonrpc: "2.0", id: "a", method: "choose_parity", params };
  expect(await ask(canonicalHandlers(), request)).toMatchObject({
    id: "a",
    result: { message_type: "CHOOSE_PARITY_RESPONSE", conversation_id: "mine" },
  });
  expect(await ask(canonicalHandlers("*/mcp", { choose_parity: 1 }), request)).toMatchObject({ result: 1 });
});
