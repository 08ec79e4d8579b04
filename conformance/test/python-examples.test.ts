/** The example agents in Python, and the league manager that is written by hand, play whole leagues over loopback, with each other and with the agents of this project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { realEnvironment } from "../src/environment/real-environment.js";
import { health, listening, Processes, type Started } from "./processes.js";

const examples = join(import.meta.dirname, "..", "examples");
const bin = join(import.meta.dirname, "..", "..", "node_modules", ".bin");
const page = readFileSync(join(import.meta.dirname, "..", "docs", "python-agents.md"), "utf8");
const environment = realEnvironment(1);
const processes = new Processes();
afterEach(() => processes.endAll());

async function manager(players: number): Promise<{ port: number; process: Started }> {
  const port = await environment.freePort();
  const numbers = ["--players", String(players), "--referees", "1"];
  const words = ["python3", "../test/foreign/manager.py", "--port", String(port), ...numbers];
  const process = processes.start(words, examples);
  await listening(port);
  return { port, process };
}

async function member(role: string, name: string, leaguePort: number): Promise<Started> {
  const port = String(await environment.freePort());
  const where = ["--port", port, "--league", `http://127.0.0.1:${leaguePort}/mcp`];
  return processes.start(["python3", `${role}.py`, ...where, "--name", name], examples);
}

// The league of the page, below, has two players.
test("a league of four players with only Python agents has a champion", { timeout: 60_000 }, async () => {
  const { port, process } = await manager(4);
  await member("referee", "Whistle", port);
  for (const name of ["Anna", "Bert", "Carl", "Dora"]) await member("player", name, port);
  await process.says(/^champion: \w+ with \d points$/m);
  expect(await health(port)).toMatchObject({ role: "league_manager", state: "LEAGUE_COMPLETE" });
});

test("a referee in Python that is shut down finishes its current match, and reports it", {
  timeout: 60_000,
}, async () => {
  const { port, process } = await manager(2);
  const refereePort = await environment.freePort();
  const toLeague = ["--league", `http://127.0.0.1:${port}/mcp`];
  const referee = processes.start(
    ["python3", "referee.py", "--port", String(refereePort), ...toLeague],
    examples,
  );
  await member("player", "Fast", port);
  const slow = ["../test/habits/agent.py", "player", "--think", "2", "--flood-output", "100"];
  const where = ["--port", String(await environment.freePort()), "--name", "Slow"];
  const player = processes.start(["python3", ...slow, ...where, ...toLeague], examples);
  // One line to each output for the announcement, the invitation and the choice call.
  await player.says(/(x{99}\n){6}/);
  await shutDown(refereePort);
  expect(await referee.ended).toBe(0);
  await process.says(/^champion: (Fast|Slow) with [13] points$/m);
});

async function shutDown(port: number): Promise<void> {
  const params = {
    protocol: "league.v2",
    message_type: "SHUTDOWN_COMMAND",
    sender: "league_manager",
    timestamp: new Date().toISOString(),
    conversation_id: "conv-shutdown",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "shutdown", params });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
  expect(await response.json()).toMatchObject({ result: { message_type: "SHUTDOWN_ACK" } });
}

test("the league of the page has a champion", { timeout: 60_000 }, async () => {
  const [, block = ""] = /```sh\n(npx league manager[\s\S]*?)```/.exec(page) ?? [];
  const [leader, ...members] = block
    .trim()
    .replaceAll(/\b8(\d{3})\b/g, "23$1")
    .split("\n")
    .map((command) => command.replace("npx league", join(bin, "league")).split(" "));
  const manager = processes.start(leader ?? [], examples);
  await listening(23_000);
  const all = [manager, ...members.map((words) => processes.start(words, examples))];
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
});

describe("the commands of the page that test an example", () => {
  const commands = [...page.matchAll(/^npx (league-conformance referee .*)$/gm)];

  test.each(commands.map(([, command = ""]) => ({ command })))(
    "$command",
    { timeout: 180_000 },
    async ({ command }) => {
      // The whole suite takes minutes.
      const words = ["bash", "-c", `${command} --quick --no-color`];
      const suite = processes.start(words, examples, { PATH: `${bin}:${process.env.PATH}` });
      expect(await suite.ended, suite.output()).toBe(0);
      expect(suite.output()).not.toMatch(/ (warn|inconclusive)\b/);
    },
  );
});
