/** When the process of an agent ends: after its last work, and on SIGTERM. */
import { afterEach, describe, expect, it } from "vitest";
import { serve as serveExample } from "../../test/node-servers.js";
import { type Program, sdkSource, startProgram } from "../../test/program.js";
import { exampleHandler } from "../../test/vectors/example-methods.js";
import { createLeagueManager } from "../league/create-league-manager.js";
import type { LeagueEvent } from "../manager/season/events.js";
import type { RecordedResult } from "../manager/store/store.js";
import { createPlayer } from "../player/create-player.js";
import { createReferee } from "../referee/create-referee.js";
import { nodeTransport } from "./node-transport.js";
import { serve } from "./serve.js";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

async function open<T extends { close(): Promise<void> }>(serving: Promise<T>): Promise<T> {
  const served = await serving;
  opened.push(served);
  return served;
}

const endedWell = { code: 0, signal: null };

describe("a program exits by itself", () => {
  it("after one call, although its connection is kept alive", async () => {
    const { origin } = await serveExample(exampleHandler());
    const { said, ended } = await startProgram(`
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
    await said('["hello",5]\n');
    expect(await ended).toEqual(endedWell);
  });

  it("after it has closed its server", async () => {
    const { said, ended } = await startProgram(`
      import { serveHandler } from ${sdkSource("node/serve-handler.ts")};
      const limits = { bodyBytes: 1000, stalledBodyMs: 3_600_000 };
      const handler = async () => ({ status: 200, headers: {}, body: "hello" });
      const server = await serveHandler(handler, { port: 0, limits });
      console.log(await (await fetch(server.origin)).text());
      await server.close();
    `);
    await said("hello\n");
    expect(await ended).toEqual(endedWell);
  });
});

describe("an agent that gets SIGTERM", () => {
  /** A program that serves one agent, and its address. */
  async function agentProgram(imports: string, agent: string, league: string, graceMs = 20_000) {
    const program = await startProgram(`
      ${imports}
      import { serve } from ${sdkSource("node/index.ts")};
      const served = await serve(${agent}, { league: "${league}", graceMs: ${graceMs} });
      process.on("SIGTERM", () => console.log("ending"));
      console.log("listens at " + served.url);
    `);
    const url = /listens at (\S+)\n/.exec(await program.said("\n"))?.[1] ?? "";
    return { ...program, url };
  }

  const refereeProgram = (league: string, graceMs?: number) => {
    const imports = `import { createReferee } from ${sdkSource("referee/create-referee.ts")};`;
    return agentProgram(imports, 'createReferee({ displayName: "R" })', league, graceMs);
  };

  /** A league whose players choose only when they are released. */
  async function thinkingLeague() {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const recorded = Promise.withResolvers<RecordedResult>();
    const onEvent = (event: LeagueEvent) =>
      void (event.type === "result_recorded" && recorded.resolve(event.result));
    const { url: league } = await open(
      serve(createLeagueManager({ players: 2, referees: 1, onEvent }), { closeOnSignal: false }),
    );
    const addPlayer = (displayName: string) => {
      const choose = async () => {
        asked.resolve();
        await gate.promise;
        return "even" as const;
      };
      return open(serve(createPlayer({ displayName, choose }), { league, closeOnSignal: false }));
    };
    return { league, addPlayer, asked: asked.promise, release: gate.resolve, recorded: recorded.promise };
  }

  /** A referee program in a match of this league. */
  async function refereeInMatch(
    { league, addPlayer, asked }: Awaited<ReturnType<typeof thinkingLeague>>,
    ms?: number,
  ) {
    const referee = await refereeProgram(league, ms);
    for (const name of ["A", "B"]) await addPlayer(name);
    await asked;
    return referee;
  }

  /** The text of the answer to an order of the league manager. */
  async function orderMatch({ url }: { url: string }, match_id: string): Promise<string> {
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
    const league = await thinkingLeague();
    const referee = await refereeInMatch(league);
    referee.child.kill("SIGTERM");
    await referee.said("ending");
    expect(await orderMatch(referee, "R9M9")).toContain("E008");
    expect(await orderMatch(referee, "R1M1")).toContain("acknowledged");
    league.release();
    expect(await league.recorded).toMatchObject({ match_id: "R1M1", choices: { P01: "even", P02: "even" } });
    expect(await referee.ended).toEqual(endedWell);
  });

  it.each<[string, number, (program: Program) => void]>([
    ["on a second signal", 20_000, ({ child }) => void child.kill("SIGINT")],
    ["after its grace period", 50, () => {}],
  ])("in a match ends %s at the latest", async (_when, graceMs, next) => {
    const league = await thinkingLeague();
    const referee = await refereeInMatch(league, graceMs);
    referee.child.kill("SIGTERM");
    next(referee);
    expect(await referee.ended).toEqual(endedWell);
    league.release();
  });

  it("as a player finishes the match, and ends", async () => {
    const { league, addPlayer, asked, release, recorded } = await thinkingLeague();
    await open(serve(createReferee({ displayName: "R" }), { league, closeOnSignal: false }));
    const imports = `import { createPlayer } from ${sdkSource("player/create-player.ts")};`;
    const player = await agentProgram(
      imports,
      'createPlayer({ displayName: "B", choose: () => "odd" })',
      league,
    );
    await addPlayer("A");
    await asked;
    player.child.kill("SIGTERM");
    release();
    expect(await recorded).toMatchObject({ status: "WIN", choices: { P01: "odd", P02: "even" } });
    expect(await player.ended).toEqual(endedWell);
  });

  it("and is idle ends at once", async () => {
    const referee = await refereeProgram((await thinkingLeague()).league);
    referee.child.kill("SIGTERM");
    expect(await referee.ended).toEqual(endedWell);
  });
});
