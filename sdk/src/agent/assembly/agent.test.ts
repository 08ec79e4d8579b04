import { describe, expect, it } from "vitest";
import { exposition } from "../../metrics/family.js";
import { sleep } from "../../platform/clock.js";
import { seededRandom } from "../../platform/random.js";
import { SimulatedPlatform, urlOf } from "../../testing/simulated-platform.js";
import type { AgentContext } from "../core/agent.js";
import { LeagueRpcError } from "../core/errors.js";
import { provisionalSender } from "../core/sender-identity.js";
import { type AgentTools, createAgent, type Handlers, partialHandlers } from "./create-agent.js";

const order = {
  protocol: "league.v2",
  message_type: "SHUTDOWN_COMMAND",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-1",
};
const acknowledged = { player_id: "P07", status: "ACKNOWLEDGED" } as const;
type Shutdown = Handlers<"player">["shutdown"];

/** A player with these handlers only, its log, and ways to call it. */
function playerWith(
  handlers: (tools: AgentTools<"player">) => Partial<Handlers<"player">>,
  context: Partial<AgentContext> = {},
) {
  const logged: string[] = [];
  const { clock, network: transport } = new SimulatedPlatform();
  const endpoint = urlOf(8101);
  const agent = createAgent("player", "player:by-hand", (tools) => {
    tools.senderIdentity.become("player:P07", "secret");
    return partialHandlers("player", handlers(tools));
  });
  const running = agent.connect({
    endpoint,
    clock,
    transport,
    random: seededRandom(1),
    log: ({ message }) => void logged.push(message),
    ...context,
  });
  const request = (path: string, method = "GET") =>
    running.handle({ method, path, contentType: null, body: "" });
  const get = async (path: string) => (await request(path)).body;
  const exchange = async (call: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...call });
    const posted = {
      method: "POST",
      path: new URL(endpoint).pathname,
      contentType: "application/json",
      body,
    };
    const reply = await clock.run(running.handle(posted));
    return { status: reply.status, answer: reply.body === "" ? undefined : JSON.parse(reply.body) };
  };
  const post = (method: string, params: unknown = {}) => exchange({ method, params, id: 1 });
  const notify = (method: string, params: unknown) => exchange({ method, params });
  return { running, post, notify, request, get, logged };
}

describe("an agent with custom handlers", () => {
  it("answers with its handlers, under its own name, and ends when a handler ends it", async () => {
    const { running, post } = playerWith(({ finish }) => ({
      shutdown: (command, { reply }) => {
        finish("shut down");
        return reply(command, acknowledged);
      },
    }));
    const identity = { sender: "player:P07", auth_token: "secret", conversation_id: "conv-1" };
    const { answer } = await post("shutdown", order);
    expect(answer.result).toMatchObject({ message_type: "SHUTDOWN_ACK", ...identity });
    expect(await running.done).toBe("shut down");
  });

  it("answers a LeagueRpcError with its code and its context", async () => {
    const { post } = playerWith(() => ({
      shutdown: () => {
        throw new LeagueRpcError("E008", "not now", { context: { since: "yesterday" } });
      },
    }));
    expect((await post("shutdown", order)).answer.error).toMatchObject({
      code: -32008,
      message: "INVALID_STATE",
      data: {
        message_type: "LEAGUE_ERROR",
        conversation_id: "conv-1",
        error_code: "E008",
        error_description: "not now",
        original_message_type: "SHUTDOWN_COMMAND",
        context: { method: "shutdown", since: "yesterday" },
      },
    });
  });

  const refuse = () => {
    throw new LeagueRpcError("E008", "not now");
  };
  const refusal = "shutdown refused with E008: not now";
  it.each<[string, Shutdown, unknown, number | undefined, string, (string | RegExp)[]]>([
    ["answers", (command, { reply }) => reply(command, acknowledged), order, undefined, "answered", []],
    ["refuses", refuse, order, -32008, "refused", [refusal]],
    [
      "fails",
      () => {
        throw new TypeError("/home/me/secret.txt not found");
      },
      order,
      -32603,
      "failed",
      ["shutdown: /home/me/secret.txt not found"],
    ],
    [
      "answers with an invalid message",
      (command, { reply }) => ({ ...reply(command, acknowledged), timestamp: "yesterday" }),
      order,
      -32603,
      "failed",
      [/^shutdown: our own reply is invalid/],
    ],
    [
      "answers with what JSON cannot write",
      (command, { reply }) => Object.assign(reply(command, acknowledged), { extra: 1n }),
      order,
      -32603,
      "answered",
      [/BigInt/],
    ],
    [
      "is asked wrongly",
      (command, { reply }) => reply(command, acknowledged),
      { ...order, timestamp: "yesterday" },
      -32021,
      "refused",
      [/^shutdown refused with E021/],
    ],
  ])(
    "a handler that %s: the answer, the log and the count",
    async (_what, shutdown, params, code, counted, lines) => {
      const { post, notify, get, logged } = playerWith(() => ({ shutdown }));
      const { answer } = await post("shutdown", params);
      expect(answer.error?.code).toBe(code);
      if (code === -32603) expect(answer.error).toEqual({ code, message: "Internal error" });
      expect(logged).toEqual(lines.map((line) => expect.stringMatching(line)));
      // A notification gets no answer; what it caused is in the log and in the metrics.
      expect(await notify("shutdown", params)).toEqual({ status: 204, answer: undefined });
      expect(await get("/metrics")).toContain(
        `league_requests_total{method="shutdown",outcome="${counted}"} 2\n`,
      );
    },
  );

  it("answers −32601 to methods that partialHandlers() omits and to those of other roles", async () => {
    const { post } = playerWith(() => ({}));
    for (const method of ["shutdown", "run_match", "toString", "no_such_method"])
      expect((await post(method, order)).answer.error).toMatchObject({ code: -32601 });
  });

  it("gives its handlers no nulls in place of absent fields, and no invalid message", async () => {
    const given: unknown[] = [];
    const { post } = playerWith(() => ({
      notify_game_error: (error, { reply }) => {
        given.push(error);
        return reply(error, acknowledged);
      },
    }));
    const sender = { sender: "referee:REF01", auth_token: "t", message_type: "GAME_ERROR" };
    const error = { ...order, ...sender, match_id: "R1M1", error_code: "E001" };
    const send = async (params: unknown) => (await post("notify_game_error", params)).answer.error;
    expect(await send({ ...error, error_description: null, violations: null })).toBeUndefined();
    const violations = [{ pointer: "/match_id" }];
    expect(await send({ ...error, match_id: 7 })).toMatchObject({ code: -32602, data: { violations } });
    expect(await send([error])).toMatchObject({ code: -32602 });
    expect(given).toEqual([error]);
  });
});

it.each([
  ["player", "Agent Alpha", "player:agent-alpha"],
  ["player", "P07", "player:p07"],
  ["referee", "REF01", "referee:ref01"],
] as const)("a %s called %j signs as %s before its registration", (role, name, sender) => {
  expect(provisionalSender(role, name)).toBe(sender);
});

describe("the metrics of an agent", () => {
  it("count its requests by method and outcome with their duration, in the Prometheus text format", async () => {
    const { post, request } = playerWith(({ agentContext }) => ({
      shutdown: async (command, { reply }) => {
        await sleep(agentContext.clock, 40);
        return reply(command, acknowledged);
      },
    }));
    for (const method of ["ping", "ping", "notify_round", 'evil"} 1\n'])
      await post(method, { auth_token: "a-long-secret" });
    await post("shutdown", order);
    const { status, headers, body } = await request("/metrics");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const lines = body.trimEnd().split("\n");
    for (const line of [
      'league_requests_total{method="ping",outcome="answered"} 2',
      'league_requests_total{method="notify_round",outcome="refused"} 1',
      'league_requests_total{method="other",outcome="refused"} 1',
      'league_requests_duration_seconds_bucket{method="shutdown",le="0.01"} 0',
      'league_requests_duration_seconds_bucket{method="shutdown",le="0.05"} 1',
      'league_requests_duration_seconds_bucket{method="shutdown",le="+Inf"} 1',
      'league_requests_duration_seconds_sum{method="shutdown"} 0.04',
      'league_agent_info{role="player",state="UNREGISTERED",spec_version="2.0.0"} 1',
      "league_uptime_seconds 0.04",
    ])
      expect(lines).toContain(line);
    for (const line of lines)
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"\\]*",?)+\})? [\d.e+-]+)$/);
    // No label that a client has invented.
    expect(body).not.toMatch(/evil|a-long-secret/);
  });

  it("are served for GET only, and not at all if they are turned off", async () => {
    expect((await playerWith(() => ({})).request("/metrics", "POST")).status).toBe(405);
    expect((await playerWith(() => ({}), { metrics: false }).request("/metrics")).status).toBe(404);
  });

  it("have labels whose values are escaped", () => {
    const samples = [{ labels: { a: 'q"b\\c\nd' }, value: 1 }];
    const text = exposition([{ name: "x", help: "X.", type: "gauge", samples }]);
    expect(text).toContain('x{a="q\\"b\\\\c\\nd"} 1\n');
  });
});
