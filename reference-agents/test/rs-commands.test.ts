/** The commands of RS, "Running the System" and "Manual Test", with `league` in place of `python -m agents.`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { type Ended, LeagueProcess, newFolder } from "./league-process.js";

/** The ports of RS, each replaced by a free one. */
async function onFreePorts(...lines: string[]): Promise<string[]> {
  const ports = new Map<string, number>();
  for (const [port] of lines.join(" ").matchAll(/8[01]0\d/g))
    if (!ports.has(port)) ports.set(port, await freePort());
  return lines.map((line) => line.replace(/8[01]0\d/g, (port) => String(ports.get(port))));
}

async function play(...lines: string[]): Promise<Ended[]> {
  return Promise.all((await onFreePorts(...lines)).map((line) => LeagueProcess.start(line).ended));
}

const player = (port: number, name: string) =>
  `player --port ${port} --display-name ${name} --league-url http://127.0.0.1:8000`;

it("play a league in four terminals", async () => {
  const [manager, ...agents] = await play(
    "league_manager --port 8000 --use-external-referee",
    "referee --port 8001 --league-manager http://127.0.0.1:8000",
    player(8101, "Alpha"),
    player(8102, "Beta"),
  );
  expect(manager).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("waits for 2 players and 1 referee\n"),
  });
  const ends = ["referee REF01", "player P01", "player P02"];
  for (const { code, stderr } of agents) {
    expect(code).toBe(0);
    expect(ends.some((end) => stderr.endsWith(`${end} ends: the league is complete\n`))).toBe(true);
  }
});

it("play a league with an embedded referee in three", async () => {
  const ended = await play("league_manager --port 8000", player(8101, "Alpha"), player(8102, "Beta"));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
});

it("play a league with the referee.json of RS as it stands", async () => {
  const [written = "", ...lines] = await onFreePorts(
    `{
  "host": "127.0.0.1",
  "port": 8001,
  "timeout": 30.0,
  "league_manager_url": "http://127.0.0.1:8000"
}`,
    "manager --port 8000 --use-external-referee",
    "referee --config referee.json",
    player(8101, "Alpha"),
    player(8102, "Beta"),
  );
  const folder = newFolder();
  writeFileSync(join(folder, "referee.json"), written);
  const ended = await Promise.all(lines.map((line) => LeagueProcess.start(line, { folder }).ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
});

it("ping a referee without a league", async () => {
  const [line = ""] = await onFreePorts("referee --port 8001 --no-register");
  const [, url = ""] = await LeagueProcess.start(line).line(/listens at (\S+) and belongs to no league/);
  const reply = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: {} }),
  });
  expect(await reply.json()).toEqual({ jsonrpc: "2.0", id: 1, result: { ok: true, message: "pong" } });
});
