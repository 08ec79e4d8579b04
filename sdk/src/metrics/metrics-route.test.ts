import { describe, expect, it } from "vitest";
import { createAgent, partialHandlers } from "../agent/assembly/create-agent.js";
import type { AgentContext, RunningAgent } from "../agent/core/agent.js";
import { MemoryNetwork } from "../memory/index.js";
import { seededRandom } from "../platform/seeded-random.js";
import { SimulatedClock } from "../platform/simulated-clock.js";

const token = "0123456789abcdef0123456789abcdef";

function running(more: Partial<AgentContext> = {}): { agent: RunningAgent; clock: SimulatedClock } {
  const clock = new SimulatedClock();
  const agent = createAgent("player", "player:P01", ({ senderIdentity }) => {
    senderIdentity.become("player:P01", token);
    return partialHandlers("player", {
      shutdown: async (order, { reply }) => {
        await new Promise<void>((resolve) => void clock.after(40, resolve));
        return reply(order, { player_id: "P01", status: "ACKNOWLEDGED" });
      },
    });
  }).connect({
    endpoint: "http://127.0.0.1:8101/mcp",
    clock,
    random: seededRandom(1),
    transport: new MemoryNetwork(),
    ...more,
  });
  return { agent, clock };
}

const post = (agent: RunningAgent, body: string) =>
  agent.handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
const rpc = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", method, params, id: 1 });
const scrape = (agent: RunningAgent) =>
  agent.handle({ method: "GET", path: "/metrics", contentType: null, body: "" });

const shutdown = {
  protocol: "league.v2",
  message_type: "SHUTDOWN_COMMAND",
  sender: "league_manager",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-1",
  auth_token: token,
  reason: "over",
};

describe("GET /metrics", () => {
  it("reports requests by method and outcome, with their duration", async () => {
    const { agent, clock } = running();
    for (const body of [rpc("ping"), rpc("ping"), rpc("notify_round", {}), rpc("nobody_s_method"), "{"]) {
      await post(agent, body);
    }
    await clock.run(post(agent, rpc("shutdown", shutdown)));
    const { status, headers, body } = await scrape(agent);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = body.split("\n");
    expect(lines).toContain('league_requests_total{method="ping",outcome="answered"} 2');
    expect(lines).toContain('league_requests_total{method="shutdown",outcome="answered"} 1');
    expect(lines).toContain('league_requests_total{method="notify_round",outcome="refused"} 1');
    expect(lines).toContain('league_requests_total{method="other",outcome="refused"} 2');
    expect(lines).toContain('league_requests_duration_seconds_bucket{method="shutdown",le="0.01"} 0');
    expect(lines).toContain('league_requests_duration_seconds_bucket{method="shutdown",le="0.05"} 1');
    expect(lines).toContain('league_requests_duration_seconds_bucket{method="shutdown",le="+Inf"} 1');
    expect(lines).toContain('league_requests_duration_seconds_sum{method="shutdown"} 0.04');
    expect(lines).toContain("league_uptime_seconds 0.04");
  });

  it("has the Prometheus text format, no label that a client invented, and no token", async () => {
    const { agent } = running();
    for (let id = 0; id < 50; id++) await post(agent, rpc(`evil"} 1\n${id}`, { auth_token: token }));
    const { body } = await scrape(agent);
    for (const line of body.trimEnd().split("\n")) {
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"\\]*",?)+\})? [\d.e+-]+)$/);
    }
    expect(body).not.toContain("evil");
    expect(body).not.toContain(token);
  });

  it("is served for GET only, and not at all if metrics are turned off", async () => {
    const { agent } = running();
    expect(
      (await agent.handle({ method: "POST", path: "/metrics", contentType: null, body: "" })).status,
    ).toBe(405);
    expect((await scrape(running({ metrics: false }).agent)).status).toBe(404);
  });
});
