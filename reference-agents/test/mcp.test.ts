/** `league mcp` as a process, with the official client over real stdio. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
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
import { beforeAll, describe, expect, it } from "vitest";
import { afterEachTest } from "../../tools/gate/after-each-test.js";
import { mustBeBuilt, newFolder } from "./league-process.js";

beforeAll(mustBeBuilt);

const bin = join(import.meta.dirname, "../bin/league.js");
const module = join(import.meta.dirname, "../examples/odds-and-evens.js");
const oddsAndEvens = readGameRules((await import(module)).default);

const mcpArguments = ["mcp", "--league", "http://127.0.0.1:8000", "--name", "Claude"];

const closing: (() => unknown)[] = [];
afterEachTest(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

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
  closing.push(() => running.close());
  return running;
}

class Program {
  readonly child: ChildProcessWithoutNullStreams;
  stdout = "";
  stderr = "";
  readonly ended: Promise<number | null>;
  #lookAgain = () => {};

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, args, { cwd: newFolder() });
    closing.push(() => this.child.kill("SIGKILL"));
    this.child.stdout.setEncoding("utf8").on("data", (text) => {
      this.stdout += text;
      this.#lookAgain();
    });
    this.child.stderr.setEncoding("utf8").on("data", (text) => {
      this.stderr += text;
      this.#lookAgain();
    });
    this.ended = new Promise((resolve) => this.child.once("close", resolve));
  }

  /** Resolves when the text is on the standard output. */
  shows(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#lookAgain = () => {
        if (this.stdout.includes(text)) resolve();
      };
      this.#lookAgain();
    });
  }

  send(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}

/** The messages of a host up to its registration, as JSON lines. */
function joined(program: Program): Promise<void> {
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "h", version: "1" } };
  program.send({ id: 0, method: "initialize", params: client });
  program.send({ method: "notifications/initialized" });
  program.send({ id: 1, method: "tools/call", params: { name: "join_league", arguments: {} } });
  return program.shows('"id":1');
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("league mcp", () => {
  it("plays on with the fallback when its host is killed, and the league reaches its end", async () => {
    const { manager, results } = await leagueForOneMore(4);
    const program = new Program([bin, "mcp", "--league", manager.url, "--name", "Model"]);
    await joined(program);
    program.child.stdin.destroy();
    program.child.stdout.destroy();
    const { standings } = await manager.agent.ended;
    await manager.agent.shutDownAgents("the league is complete");
    expect(await program.ended, program.stderr).toBe(0);
    expect(program.stderr).toContain(
      'the MCP host has disconnected: player "Model" sends the fallback from now on',
    );
    expect(results).toHaveLength(6);
    const own = results.filter(({ choices }) => "P04" in choices);
    expect(own.map(({ status, choices }) => [status === "TECHNICAL_LOSS", choices.P04])).toEqual(
      Array(3).fill([false, "even"]),
    );
    expect(standings.find(({ player_id }) => player_id === "P04")).toMatchObject({ played: 3 });
  });

  it("plays another game, whose rules the model reads", async () => {
    const gameTypes = [oddsAndEvens.type];
    const manager = await served(createLeagueManager({ players: 2, referees: 1, gameTypes }));
    await served(createReferee({ displayName: "R", games: [oddsAndEvens] }), manager.url);
    await served(createPlayer({ displayName: "A", gameTypes, choose: () => "odd" }), manager.url);
    const program = new Program([bin, "mcp", "--league", manager.url, "--name", "M", "--game", module]);
    await joined(program);
    program.send({ id: 2, method: "tools/call", params: { name: "wait_for_turn", arguments: {} } });
    await program.shows('"id":2');
    const [hello, , turn] = linesOf(program.stdout);
    expect(hello.result.instructions).toContain(`odds_and_evens: ${oddsAndEvens.description}`);
    const { turns } = JSON.parse(turn.result.content[0].text);
    expect(turns).toMatchObject([{ game_type: "odds_and_evens", role_in_match: "PLAYER_B" }]);
    program.child.stdin.end();
    await manager.agent.ended;
    await manager.agent.shutDownAgents("the league is complete");
    expect(await program.ended, program.stderr).toBe(0);
  });

  it("writes nothing but MCP messages to the standard output", async () => {
    const { manager } = await leagueForOneMore(2);
    const program = new Program([bin, "mcp", "--league", manager.url, "--name", "M", "--log-level", "debug"]);
    await joined(program);
    program.child.stdin.end();
    await manager.agent.ended;
    await manager.agent.shutDownAgents("the league is complete");
    expect(await program.ended, program.stderr).toBe(0);
    expect(linesOf(program.stdout)).toMatchObject([{ id: 0 }, { id: 1 }]);
    expect(program.stderr).toContain('player "M" is P02 in league');
  });

  it("starts as its page shows, and ends when the standard input ends before it has joined a league", async () => {
    const page = readFileSync(join(import.meta.dirname, "../docs/mcp.md"), "utf8");
    const { mcpServers } = JSON.parse(/```json\n(.*)\n```/.exec(page)?.[1] ?? "");
    expect(mcpServers.league).toMatchObject({ command: "npx", args: ["league", ...mcpArguments] });
    const program = new Program([bin, ...mcpArguments]);
    program.child.stdin.end();
    expect(await program.ended, program.stderr).toBe(0);
    expect([program.stdout, program.stderr]).toEqual(["", ""]);
  });

  it("ends by a signal, with its host connected and in the middle of a league", async () => {
    const { manager } = await leagueForOneMore(3);
    const program = new Program([bin, "mcp", "--league", manager.url, "--name", "M"]);
    await joined(program);
    program.child.kill("SIGTERM");
    expect(await program.ended, program.stderr).toBe(0);
    expect(program.stderr).toContain("player P03 ends: stopped");
  });
});
