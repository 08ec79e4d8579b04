import { afterAll, expect, test } from "vitest";
import { compile, typeErrors } from "../../test/compiled.js";
import { edited, memorySource, miniOutputs } from "../../test/mini.js";
import { generate } from "../generate.js";
import type { Output } from "../print/file.js";

const outputs = await miniOutputs();
const emitted = compile(outputs);
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

const starting = (letter: string) => ({ type: "string", pattern: `^${letter}` });
const schemas = {
  // The pattern of bar would have the name of FooBar's own.
  Foo: { type: "object", properties: { bar: starting("a"), bAr: starting("b") } },
  FooBar: starting("c"),
  // One part at two places.
  Twice: { type: "object", properties: { a: { items: starting("d"), type: "array" }, b: starting("e") } },
  // Names that the runtime has, too.
  Object: { type: "object", required: ["isObject"], properties: { isObject: { type: "integer" } } },
  Integer: { type: "integer" },
  Nothing: { enum: [] },
};
const document = {
  openrpc: "1.3.2",
  info: { title: "names", version: "1" },
  methods: [],
  components: { schemas },
};
const { files: filesOfNames } = await generate(
  memorySource("names.json", { "names.json": JSON.stringify(document) }, "names.json"),
);
const named = compile(filesOfNames);
afterAll(() => named.remove());

test("expressions with equal names compile", () => {
  expect(typeErrors(filesOfNames)).toEqual([]);
});

test.each([
  ["isFoo", { bar: "a", bAr: "b" }, { bar: "b" }],
  ["isFooBar", "c", "a"],
  ["isTwice", { a: ["d"], b: "e" }, { a: ["e"] }],
  ["isInteger", 1, 1.5],
])("%s fits %j and not %j", async (name, valid, invalid) => {
  const module = await named.load("names/schemas");
  expect([valid, invalid].map(module[name])).toEqual([true, false]);
});

test("no value is one of none", async () => {
  const module = await named.load("names/validators");
  expect(module.validateNothing(null)).toBe(false);
});

const textAt = (path: string, files: readonly Output[]) => files.find((one) => one.path === path)?.text ?? "";

test("a clause is data, and a paragraph with an anchor", () => {
  const data = textAt("src/requirements.ts", outputs);
  expect(data).toContain('id: "PLY-JOIN-01"');
  expect(data).toContain("deadlineMs: 5000");
  expect(textAt("reference/requirements.md", outputs)).toContain(
    "#### PLY-JOIN-01\n\nA player MUST answer its invitation within 5 s.",
  );
});

test("the hash of a clause depends on its level and text, and not on its source or on other clauses", async () => {
  const hashes = (files: readonly Output[]) =>
    [...textAt("src/requirements.ts", files).matchAll(/hash: "(\w{16})"/g)].map(([, hash]) => hash);
  const changed = async (from: string, to: string) =>
    hashes((await generate(edited("requirements/player.yaml", from, to))).files);
  const [first, ...others] = hashes(outputs);
  const [again, ...same] = await changed("within 5 s", "within 6 s");
  expect([again === first, same]).toEqual([false, others]);
  expect(await changed("IS 4.2.3", "IS 4.2.3, 4.3")).toEqual([first, ...others]);
});
