import { leagueManagerServes, playerServes, protocol, refereeServes } from "@league-v2/contract";
import type { HttpReply, HttpRequest, Role } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import corpus from "./corpus.json" with { type: "json" };
import { faultOf, fuzz, sendAll } from "./fuzz.ts";
import { requestsPerAgent, subjectOf } from "./subjects.ts";

const requests = 2000;
const roles = [
  ["player", playerServes],
  ["referee", refereeServes],
  ["league_manager", leagueManagerServes],
] as const;

describe.each(roles)("hostile requests to a %s", (role, serves) => {
  it("reach every handler, and no answer shows a fault or a secret", async () => {
    const { findings, answered } = await fuzz({
      role,
      requests,
      seed: 42,
      requestsPerAgent: requestsPerAgent[role],
    });
    expect(findings).toEqual([]);
    expect([...answered]).toEqual(expect.arrayContaining(Object.keys(serves)));
  });
});

describe("a request that found a fault earlier has an answer without a fault", () => {
  it.each(corpus)("$role: $found (%#)", async ({ role, requests }) => {
    const subject = await subjectOf(role as Role, 1);
    for (const { body, ...request } of requests) {
      // Bytes that are no text are stored as a list of numbers.
      const sent = { ...request, body: typeof body === "string" ? body : Uint8Array.from(body) };
      expect(await sendAll(subject, role as Role, [sent as HttpRequest])).toEqual([]);
      await subject.platform.clock.advance(protocol.retries.pauseMs);
    }
    expect(subject.errors).toEqual([]);
    await subject.close();
  });
});

/** Two players that are told that the other is their referee would answer each other without end. */
it("a player takes an answer that it is sent as a request for no invitation", async () => {
  const subject = await subjectOf("player", 1);
  const params = { match_id: "R1M1", player_id: "P02", sender: "P02", accept: true };
  const join = { jsonrpc: "2.0", id: 1, method: "handle_game_join_ack", params };
  const { body } = await subject.agent.handle({
    method: "POST",
    path: "/mcp",
    contentType: "application/json",
    body: JSON.stringify(join),
  });
  expect(JSON.parse(body)).toMatchObject({ error: { code: -32601 } });
  await subject.close();
});

const secret = "a-secret-token";
const json = { "content-type": "application/json" };
const post = { method: "POST", path: "/mcp", contentType: "application/json", body: "{}" };
const reply = (body: string, status = 200, headers: Record<string, string> = json): HttpReply => ({
  status,
  headers,
  body,
});
const assert = (answer: HttpReply) => faultOf(post, answer, [secret]);

describe("an answer with a fault", () => {
  it.each([
    [
      "an internal error",
      reply('{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}'),
    ],
    ["HTTP 500", reply('{"error":"internal error"}', 500)],
    ["no JSON", reply("hello")],
    ["neither result nor error", reply('{"jsonrpc":"2.0","id":1}')],
    ["both", reply('{"jsonrpc":"2.0","result":1,"error":{"code":1,"message":""},"id":1}')],
    ["an empty batch", reply("[]")],
    [
      "a batch with an internal error",
      reply('[{"jsonrpc":"2.0","error":{"code":-32603,"message":""},"id":1}]'),
    ],
    ["a body where none is due", reply("{}", 204)],
    ["a stack", reply('{"error":"x\\n    at f (/a/b.js:1:2)"}'.replace("\\n", "\n"), 404)],
    ["a path of the program", reply('{"error":"/home/x/dist/esm/a.js"}', 404)],
    ["a secret", reply(`{"jsonrpc":"2.0","result":{"token":"${secret}"},"id":1}`)],
    [
      "a signature in an error",
      reply(`{"jsonrpc":"2.0","error":{"code":1,"data":{"auth_token":"${secret}"}},"id":1}`),
    ],
  ])("is %s", (_what, answer) => {
    expect(assert(answer)).not.toBeNull();
  });
});
