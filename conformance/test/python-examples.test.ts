/** The example agents in Python play whole leagues over loopback, with the league manager that is written by hand and with the agents of this project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { realEnvironment } from "../src/wire/environment.js";
import { listening, Processes, send } from "./processes.js";

const examples = join(import.meta.dirname, "..", "examples");
const bin = join(import.meta.dirname, "..", "..", "node_modules", ".bin");
const page = readFileSync(join(import.meta.dirname, "..", "docs", "python-agents.md"), "utf8");
const environment = realEnvironment(1);
const processes = new Processes();
afterEach(() => processes.endAll());

const slowPlayer = (port = 0, league = 0) => `
import time
from league_v2 import Player, serve

class Slow(Player):
    def choose(self, turn):
        print("asked", flush=True)
        time.sleep(2)
        return "even"

serve(Slow("Slow"), port=${port}, league="http://127.0.0.1:${league}/mcp")
`;

test("a referee that is shut down finishes its current match, and reports it", {
  timeout: 60_000,
}, async () => {
  const [league, ...ports] = await Promise.all([1, 2, 3, 4].map(() => environment.freePort()));
  const start = (script: string, port: number | undefined, ...options: string[]) =>
    processes.start(["python3", script, "--port", String(port), ...options], examples);
  const toLeague = ["--league", `http://127.0.0.1:${league}/mcp`];
  const manager = start("../test/foreign/agent.py", league, "manager", "--players", "2", "--referees", "1");
  await listening(league ?? 0);
  const referee = start("referee.py", ports[0], ...toLeague);
  start("player.py", ports[1], ...toLeague, "--name", "Fast");
  const slow = processes.start(["python3", "-c", slowPlayer(ports[2], league)], examples);
  await slow.says(/asked/);
  const answer = await send(ports[0] ?? 0, "shutdown", "SHUTDOWN_COMMAND");
  expect(answer).toMatchObject({ result: { message_type: "SHUTDOWN_ACK" } });
  expect(await referee.ended).toBe(0);
  await manager.says(/^champion: (Fast|Slow) with [13] points$/m);
});

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

const commands = [...page.matchAll(/^npx (league-conformance referee .*)$/gm)].map(([, found = ""]) => found);

test.each(commands)("%s", { timeout: 180_000 }, async (command) => {
  // The whole suite takes minutes.
  const words = ["bash", "-c", `${command} --quick --no-color`];
  const suite = processes.start(words, examples, { PATH: `${bin}:${process.env.PATH}` });
  expect(await suite.ended, suite.output()).toBe(0);
  expect(suite.output()).not.toMatch(/ (warn|inconclusive)\b/);
});
