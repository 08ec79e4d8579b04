/** Agents over HTTP and HTTPS: their certificates, and when they end: after the last work of a program, and on SIGTERM. */
import { afterEach, describe, expect, it } from "vitest";
import { selfSigned } from "../../test/http/certificate.js";
import { exampleHandler, exampleLimits } from "../../test/http/example-methods.js";
import { answered, call, serve as serveExample } from "../../test/http/node-servers.js";
import { outputOf, sdkSource } from "../../test/program.js";
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import { createLeagueManager } from "../league/create-league-manager.js";
import type { LeagueEvent } from "../manager/season/events.js";
import type { RecordedResult } from "../manager/store/store.js";
import { createPlayer } from "../player/create-player.js";
import { createReferee } from "../referee/create-referee.js";
import { nodeTransport } from "./node-transport.js";
import { type ServeOptions, serve } from "./serve.js";
import { serveHandler } from "./server/serve-handler.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** By default it does not react to signals. */
async function open(agent: Agent, options: ServeOptions) {
  const served = await serve(agent, { closeOnSignal: false, ...options });
  opened.push(served);
  return served;
}

function transport(ca?: string) {
  const made = nodeTransport({ limits: exampleLimits, ...(ca === undefined ? {} : { ca }) });
  opened.push(made);
  return made;
}

const tls = selfSigned();
const signal = new AbortController().signal;
const player = (displayName: string) => createPlayer({ displayName, choose: () => "even" });

it("serve closes its port if the agent rejects its options", async () => {
  const refusing: Agent<RunningAgent> = {
    role: "player",
    connect() {
      throw new TypeError("these options cannot be used");
    },
  };
  const first = await open(player("A"), {});
  const port = Number(new URL(first.url).port);
  await first.close();
  await expect(open(refusing, { port })).rejects.toThrow("these options cannot be used");
  expect((await open(player("A"), { port })).url).toBe(first.url);
});

describe("a server with a key and a certificate", () => {
  it("serves HTTPS to clients that trust it, and to no others", async () => {
    const { origin, port } = await serveExample(exampleHandler(), { tls });
    expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const request = { url: `${origin}/mcp`, body: call(1), signal };
    expect(await transport(tls.cert).send(request)).toMatchObject({ status: 200, body: answered(1) });
    const unreachable = { kind: "unreachable" };
    for (const ca of [undefined, selfSigned().cert])
      await expect(transport(ca).send(request)).rejects.toMatchObject(unreachable);
    const plain = { ...request, url: `http://127.0.0.1:${port}/mcp` };
    await expect(transport().send(plain)).rejects.toMatchObject(unreachable);
  });

  it.each([
    ["no key", { key: "", cert: tls.cert }],
    ["no PEM", { key: "key", cert: "cert" }],
    ["another's key", { key: selfSigned().key, cert: tls.cert }],
  ])("does not start with %s", async (_what, bad) => {
    const starting = serveHandler(exampleHandler(), { port: 0, limits: exampleLimits, tls: bad });
    await expect(starting).rejects.toMatchObject({ name: "INVALID_CONFIG" });
  });
});

describe("a program exits by itself", () => {
  it("after one call, although its connection is kept alive", async () => {
    const { origin } = await serveExample(exampleHandler());
    const output = await outputOf(`
      import { createClient } from ${sdkSource("client/index.ts")};
      import { secureRandom } from ${sdkSource("platform/random.ts")};
      import { systemClock } from ${sdkSource("platform/system-clock.ts")};
      import { nodeTransport } from ${sdkSource("node/node-transport.ts")};
      const client = createClient({
        transport: nodeTransport({ limits: { bodyBytes: 1000 } }),
        clock: systemClock,
        random: secureRandom,
        backoff: { firstMs: 200, factor: 2, maximumMs: 5000, jitter: 0.5 },
        limits: { jsonDepth: 8 },
      });
      const row = { name: "get_data", deadlineMs: 3_600_000, retries: 0, retryPauseMs: null };
      console.log(JSON.stringify(await client.call("${origin}/mcp", row, {})));
    `);
    expect(output).toBe('["hello",5]\n');
  });

  it("after it has closed its server", async () => {
    const output = await outputOf(`
      import { serveHandler } from ${sdkSource("node/server/serve-handler.ts")};
      const limits = { bodyBytes: 1000, stalledBodyMs: 3_600_000 };
      const handler = async () => ({ status: 200, headers: {}, body: "hello" });
      const server = await serveHandler(handler, { port: 0, limits });
      console.log(await (await fetch(server.origin)).text());
      await server.close();
    `);
    expect(output).toBe("hello\n");
  });
});

describe("an agent that gets SIGTERM", () => {
  /** A league whose players choose only when they are released. */
  async function thinkingLeague() {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const recorded = Promise.withResolvers<RecordedResult>();
    const onEvent = (event: LeagueEvent) =>
      void (event.type === "result_recorded" && recorded.resolve(event.result));
    const manager = createLeagueManager({ players: 2, referees: 1, onEvent });
    const { url: league } = await open(manager, {});
    const add = (agent: Agent, options: ServeOptions = {}) => open(agent, { league, ...options });
    const thinking = (displayName: string) =>
      createPlayer({
        displayName,
        choose: async () => {
          asked.resolve();
          await gate.promise;
          return "even" as const;
        },
      });
    return { add, thinking, asked: asked.promise, release: gate.resolve, recorded: recorded.promise };
  }

  const referee = () => createReferee({ displayName: "R" });

  /** A referee that reacts to signals, in a match of a league. */
  async function refereeInMatch(graceMs: number) {
    const league = await thinkingLeague();
    const served = await league.add(referee(), { graceMs, closeOnSignal: true });
    for (const name of ["A", "B"]) await league.add(league.thinking(name));
    await league.asked;
    return { ...league, served };
  }

  /** The text of the answer to an order of the league manager. */
  async function orderMatch(url: string, match_id: string): Promise<string> {
    const params = {
      protocol: "league.v2",
      message_type: "RUN_MATCH",
      sender: "league_manager",
      timestamp: "2025-01-01T00:00:00Z",
      conversation_id: "conv-late",
      league_id: "league_even_odd",
      round_id: 9,
      match_id,
      game_type: "even_odd",
      player_A_id: "P01",
      player_A_endpoint: "http://127.0.0.1:9/mcp",
      player_B_id: "P02",
      player_B_endpoint: "http://127.0.0.1:9/mcp",
    };
    const transport = nodeTransport({ limits: { bodyBytes: 100_000 } });
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "run_match", params });
    const reply = await transport.send({ url, body, signal: new AbortController().signal });
    await transport.close();
    return reply.body;
  }

  it("as a referee accepts no other match, finishes and reports this one, and ends", async () => {
    const { served, release, recorded } = await refereeInMatch(20_000);
    process.emit("SIGTERM");
    expect(await orderMatch(served.url, "R9M9")).toContain("E008");
    expect(await orderMatch(served.url, "R1M1")).toContain("acknowledged");
    release();
    expect(await recorded).toMatchObject({ match_id: "R1M1", choices: { P01: "even", P02: "even" } });
    expect(await served.agent.done).toBe("closed");
  });

  it.each<[string, number, () => void]>([
    ["on a second signal", 1_000_000_000, () => process.emit("SIGINT")],
    ["after its grace period", 50, () => {}],
  ])("in a match ends %s at the latest", async (_when, graceMs, next) => {
    const { served, release } = await refereeInMatch(graceMs);
    process.emit("SIGTERM");
    next();
    expect(await served.agent.done).toBe("closed");
    release();
  });

  it("as a player finishes the match, and ends", async () => {
    const { add, thinking, asked, release, recorded } = await thinkingLeague();
    await add(referee());
    const player = await add(createPlayer({ displayName: "B", choose: () => "odd" }), {
      closeOnSignal: true,
    });
    await add(thinking("A"));
    await asked;
    process.emit("SIGTERM");
    release();
    expect(await recorded).toMatchObject({ status: "WIN", choices: { P01: "odd", P02: "even" } });
    expect(await player.agent.done).toBe("closed");
  });

  it("and is idle ends at once, and with it its listeners", async () => {
    const before = process.listenerCount("SIGTERM");
    const served = await (await thinkingLeague()).add(referee(), { closeOnSignal: true });
    expect(process.listenerCount("SIGTERM")).toBe(before + 1);
    process.emit("SIGTERM");
    expect(await served.agent.done).toBe("closed");
    expect(process.listenerCount("SIGTERM")).toBe(before);
  });
});
