/** `league mcp` with the messages of a host on its standard input. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Writable } from "node:stream";
import {
  type Agent,
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEvent,
  type RunningAgent,
} from "@league-v2/sdk";
import { readGameRules } from "@league-v2/sdk/game";
import { type Served, serve } from "@league-v2/sdk/node";
import type { RecordedResult } from "@league-v2/sdk/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { LeagueProcess, start } from "./league-process.js";

const module = join(import.meta.dirname, "../examples/odds-and-evens.js");
const oddsAndEvens = readGameRules((await import(module)).default);

const mcpArguments = ["mcp", "--league", "http://127.0.0.1:8000", "--name", "Claude"];

/** In this process. */
function startMcp(args: readonly string[]) {
  const host = { input: new PassThrough(), output: new PassThrough() };
  return { host, program: start(args.join(" "), { stdio: host }) };
}

const startModel = (league: string) => startMcp(["mcp", "--league", league, "--name", "Model"]);

/** A league manager, a referee and plain players, which wait for one more player. */
async function leagueForOneMore(players: number) {
  const results: RecordedResult[] = [];
  const onEvent = (event: LeagueEvent) =>
    void (event.type === "result_recorded" && results.push(event.result));
  const manager = await served(createLeagueManager({ players, referees: 1, onEvent }));
  await served(createReferee({ displayName: "R" }), manager.url);
  for (let index = 1; index < players; index++) {
    const choose = () => (index % 2 === 0 ? "even" : "odd");
    await served(createPlayer({ displayName: `Plain ${index}`, choose }), manager.url);
  }
  return { manager, results };
}

async function served<Running extends RunningAgent>(
  agent: Agent<Running>,
  league?: string,
): Promise<Served<Running>> {
  const running = await serve(agent, { closeOnSignal: false, ...(league === undefined ? {} : { league }) });
  onTestFinished(() => running.close());
  return running;
}

/** Sends the messages of a host up to its registration, as JSON lines. */
function register(input: Writable): void {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "h", version: "1" } };
  send(input, { id: 0, method: "initialize", params: client });
  send(input, { method: "notifications/initialized" });
  send(input, { id: 1, method: "tools/call", params: { name: "join_league", arguments: {} } });
}

function send(input: Writable, message: object): void {
  input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

describe("league mcp", () => {
  it("plays on with the fallback when its host is killed, and the league reaches its end", async () => {
    const { manager, results } = await leagueForOneMore(4);
    const { host, program } = startModel(manager.url);
    register(host.input);
    await program.line(/"Model" is P04 in league/);
    host.input.destroy();
    host.output.destroy();
    const { standings } = await manager.agent.ended;
    await manager.agent.shutDownAgents("the league is complete");
    const { code, stderr } = await program.ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('the MCP host has disconnected: player "Model" sends the fallback from now on');
    expect(results).toHaveLength(6);
    const own = results.filter(({ choices }) => "P04" in choices);
    expect(own.map(({ status, choices }) => [status === "TECHNICAL_LOSS", choices.P04])).toEqual(
      Array(3).fill([false, "even"]),
    );
    expect(standings.find(({ player_id }) => player_id === "P04")).toMatchObject({ played: 3 });
  });

  it("plays another game, whose rules the model reads, and writes nothing but MCP messages to the standard output", async () => {
    const gameTypes = [oddsAndEvens.type];
    const manager = await served(createLeagueManager({ players: 2, referees: 1, gameTypes }));
    await served(createReferee({ displayName: "R", games: [oddsAndEvens] }), manager.url);
    await served(createPlayer({ displayName: "A", gameTypes, choose: () => "odd" }), manager.url);
    const program = LeagueProcess.start(
      `mcp --league ${manager.url} --name Model --game ${module} --log-level debug`,
    );
    const { stdin } = program.child;
    register(stdin);
    await program.output(/"id":1/);
    send(stdin, { id: 2, method: "tools/call", params: { name: "wait_for_turn", arguments: {} } });
    await program.output(/"id":2/);
    stdin.end();
    await manager.agent.ended;
    await manager.agent.shutDownAgents("the league is complete");
    const { code, stdout, stderr } = await program.ended;
    expect(code, stderr).toBe(0);
    const messages = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages).toMatchObject([{ id: 0 }, { id: 1 }, { id: 2 }]);
    const [hello, , turn] = messages;
    expect(hello.result.instructions).toContain(`odds_and_evens: ${oddsAndEvens.description}`);
    const { turns } = JSON.parse(turn.result.content[0].text);
    expect(turns).toMatchObject([{ game_type: "odds_and_evens", role_in_match: "PLAYER_B" }]);
    expect(stderr).toContain('player "Model" is P02 in league');
  });

  it("starts as its page shows, and ends when the standard input ends before it has joined a league", async () => {
    const page = readFileSync(join(import.meta.dirname, "../docs/mcp.md"), "utf8");
    const { mcpServers } = JSON.parse(/```json\n(.*)\n```/.exec(page)?.[1] ?? "");
    expect(mcpServers.league).toMatchObject({ command: "npx", args: ["league", ...mcpArguments] });
    const { host, program } = startMcp(mcpArguments);
    host.input.end();
    expect(await program.ended).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("ends by a signal, with its host connected and in the middle of a league", async () => {
    const { manager } = await leagueForOneMore(3);
    const { host, program } = startModel(manager.url);
    register(host.input);
    await program.line(/"Model" is P03 in league/);
    program.signal("SIGTERM");
    const { code, stderr } = await program.ended;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("player P03 ends: stopped");
  });
});
