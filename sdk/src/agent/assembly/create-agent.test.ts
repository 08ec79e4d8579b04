import { describe, expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../testing/simulated-platform.js";
import { LeagueRpcError } from "../core/league-rpc-error.js";
import { type AgentTools, createAgent, type Handlers, partialHandlers } from "./create-agent.js";

const port = 8101;
const logged: string[] = [];

const order = {
  protocol: "league.v2",
  message_type: "SHUTDOWN_COMMAND",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-1",
};

/** A player with these handlers only, and a way to post to it. */
function playerWith(handlers: (tools: AgentTools<"player">) => Partial<Handlers<"player">>) {
  const platform = new SimulatedPlatform({ log: (_agent, { message }) => void logged.push(message) });
  const agent = createAgent("player", "player:by-hand", (tools) =>
    partialHandlers("player", handlers(tools)),
  );
  const running = platform.connect(agent, port);
  const exchange = async (path: string, method: string, body: unknown) => {
    const url = urlOf(port).replace("/mcp", path);
    const request = { method, contentType: "application/json", body: JSON.stringify(body) };
    return JSON.parse((await platform.network.exchange(url, request)).body);
  };
  const post = (method: string, params: unknown = {}) =>
    exchange("/mcp", "POST", { jsonrpc: "2.0", method, params, id: 1 });
  return { running, post, health: () => exchange("/health", "GET", "") };
}

describe("an agent with custom handlers", () => {
  it("answers with its handlers, under its own name, and ends when a handler ends it", async () => {
    const { running, post } = playerWith(({ senderIdentity, finish }) => {
      senderIdentity.become("player:P07", "secret");
      return {
        shutdown: (command, { reply }) => {
          finish("shut down");
          return reply(command, { player_id: "P07", status: "ACKNOWLEDGED" });
        },
      };
    });
    expect((await post("shutdown", order)).result).toMatchObject({
      message_type: "SHUTDOWN_ACK",
      sender: "player:P07",
      auth_token: "secret",
      conversation_id: "conv-1",
    });
    expect(await running.done).toBe("shut down");
  });

  it("answers a LeagueRpcError with its code, and any other error without details", async () => {
    const { post } = playerWith(() => ({
      shutdown: () => {
        throw new LeagueRpcError("E008", "not now", { context: { since: "yesterday" } });
      },
      update_standings: () => {
        throw new Error("/home/me/secret.txt not found");
      },
    }));
    expect((await post("shutdown", order)).error).toMatchObject({
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
    const update = {
      ...order,
      message_type: "LEAGUE_STANDINGS_UPDATE",
      league_id: "cup",
      round_id: 1,
      standings: [],
    };
    expect((await post("update_standings", update)).error).toEqual({
      code: -32603,
      message: "Internal error",
    });
    expect(logged).toContain("update_standings: /home/me/secret.txt not found");
    expect(logged).toContain("shutdown refused with E008: not now");
  });

  it("sends no invalid reply", async () => {
    const { post } = playerWith(() => ({ shutdown: (command) => ({ ...command, player_id: 7 }) as never }));
    expect((await post("shutdown", order)).error).toEqual({ code: -32603, message: "Internal error" });
    expect(logged.some((line) => line.includes("our own reply is invalid"))).toBe(true);
  });

  it("answers −32601 to methods that partialHandlers() omits and to those of other roles", async () => {
    const { post } = playerWith(() => ({}));
    for (const method of ["shutdown", "run_match", "toString", "no_such_method"]) {
      expect((await post(method, order)).error).toMatchObject({ code: -32601 });
    }
  });

  it("answers ping, discovery and health without handlers", async () => {
    const { post, health } = playerWith(() => ({}));
    expect((await post("ping")).result).toEqual({ ok: true, message: "pong" });
    const { openrpc, methods } = (await post("rpc.discover")).result;
    expect(openrpc).toBe("1.3.2");
    const names = methods.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["handle_game_invitation", "choose_parity", "ping"]));
    expect(names).not.toContain("run_match");
    expect(await health()).toMatchObject({ role: "player", id: null, spec_version: "2.0.0", uptime_ms: 0 });
  });
});
