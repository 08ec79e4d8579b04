import { expect, test } from "vitest";
import { createAgent, partialHandlers } from "../agent/assembly/create-agent.js";
import type { AgentContext, RunningAgent } from "../agent/core/agent.js";
import { MemoryNetwork } from "../memory/index.js";
import { seededRandom } from "../platform/random.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { exposition } from "./family.js";

test("label values are escaped", () => {
  const samples = [{ labels: { a: 'q"b\\c\nd' }, value: 1 }];
  expect(exposition([{ name: "x", help: "X.", type: "gauge", samples }])).toContain(
    'x{a="q\\"b\\\\c\\nd"} 1\n',
  );
});

const token = "0123456789abcdef0123456789abcdef";

function running(more: Partial<AgentContext> = {}) {
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
  const post = (method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", method, params, id: 1 });
    return clock.run(agent.handle({ method: "POST", path: "/mcp", contentType: "application/json", body }));
  };
  return { agent, post };
}

const scrape = (agent: RunningAgent, method = "GET") =>
  agent.handle({ method, path: "/metrics", contentType: null, body: "" });

test("an agent reports its requests by method and outcome with their duration, in the Prometheus text format", async () => {
  const { agent, post } = running();
  const shutdown = {
    protocol: "league.v2",
    message_type: "SHUTDOWN_COMMAND",
    sender: "league_manager",
    timestamp: "2025-01-01T00:00:00Z",
    conversation_id: "conv-1",
    auth_token: token,
  };
  for (const method of ["ping", "ping", "notify_round", 'evil"} 1\n'])
    await post(method, { auth_token: token });
  await post("shutdown", shutdown);
  const { status, headers, body } = await scrape(agent);
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
    "league_uptime_seconds 0.04",
  ])
    expect(lines).toContain(line);
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"\\]*",?)+\})? [\d.e+-]+)$/);
  // No label that a client has invented.
  expect(body).not.toMatch(new RegExp(`evil|${token}`));
});

test("metrics are served for GET only, and not at all if they are turned off", async () => {
  expect((await scrape(running().agent, "POST")).status).toBe(405);
  expect((await scrape(running({ metrics: false }).agent)).status).toBe(404);
});
