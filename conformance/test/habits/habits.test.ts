/** Every variant of the test bed behaves as its name says. */
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { realEnvironment } from "../../src/environment/real-environment.js";
import { health, isListening, listening, Processes, ping, type Started } from "../processes.js";
import { folder } from "./variants.js";

const environment = realEnvironment(1);
const processes = new Processes();
afterEach(() => processes.endAll());

interface Agent extends Started {
  port: number;
}

/** Starts a player with these habits. By default no process listens at the address of its league. */
async function player(habits: readonly string[], leaguePort?: number): Promise<Agent> {
  const port = await environment.freePort();
  const league = `http://127.0.0.1:${leaguePort ?? (await environment.freePort())}/mcp`;
  const where = ["--port", String(port), "--league", league, "--name", `Player ${port}`];
  return Object.assign(processes.start(["python3", "agent.py", "player", ...habits, ...where], folder), {
    port,
  });
}

async function leaguePort(): Promise<number> {
  const port = await environment.freePort();
  processes.start(["python3", "agent.py", "manager", "--players", "9", "--port", String(port)], folder);
  await listening(port);
  return port;
}

async function registered(habits: readonly string[]): Promise<Agent> {
  const agent = await player(habits, await leaguePort());
  await agent.says(/registered as P01/);
  return agent;
}

/** Whole seconds of CPU that a process has used. */
function cpuSeconds(pid: number): number {
  return Number(execFileSync("ps", ["-o", "cputimes=", "-p", String(pid)]).toString());
}

test("--start-cpu uses this much CPU time before the port listens", async () => {
  const [twin, slow] = await Promise.all([player([]), player(["--start-cpu", "1"])]);
  await Promise.all([listening(twin.port), listening(slow.port)]);
  expect(cpuSeconds(twin.pid)).toBeLessThan(1);
  expect(cpuSeconds(slow.pid)).toBeGreaterThanOrEqual(1);
});

const STALL_MS = 3_000;

/** Whether `ping` is answered while another connection has sent one byte and stalls. */
async function answersBesideAStall(port: number): Promise<boolean> {
  const stalled = connect(port, "127.0.0.1");
  await new Promise((resolve) => stalled.write("P", resolve));
  try {
    return await Promise.race([ping(port).then(() => true), setTimeout(STALL_MS, false)]);
  } finally {
    stalled.destroy();
  }
}

test("--single-threaded answers no request while one connection stalls", async () => {
  const [twin, single] = await Promise.all([player([]), player(["--single-threaded"])]);
  await Promise.all([listening(twin.port), listening(single.port)]);
  expect(await answersBesideAStall(twin.port)).toBe(true);
  expect(await answersBesideAStall(single.port)).toBe(false);
});

/** Without a pause they would use all CPU time. */
const BETWEEN_PINGS_MS = 100;

/** The maximum time of a `ping` while a message of the league is handled, in milliseconds. */
async function slowestPing(habits: readonly string[]): Promise<number> {
  const agent = await player(habits);
  await listening(agent.port);
  let isHandled = false;
  // A player waits up to 4 s for its registration before it answers a message of the league.
  const handled = notifyRound(agent.port).then(() => {
    isHandled = true;
  });
  let slowest = 0;
  while (!isHandled) {
    const sent = performance.now();
    await Promise.race([ping(agent.port), handled]);
    slowest = Math.max(slowest, performance.now() - sent);
    await Promise.race([setTimeout(BETWEEN_PINGS_MS), handled]);
  }
  return slowest;
}

test("--one-at-a-time answers nothing while it handles another message", async () => {
  const [twin, locked] = await Promise.all([slowestPing([]), slowestPing(["--one-at-a-time"])]);
  expect(twin).toBeLessThan(2_000);
  expect(locked).toBeGreaterThan(2_000);
});

function notifyRound(port: number): Promise<unknown> {
  const params = {
    protocol: "league.v2",
    message_type: "ROUND_ANNOUNCEMENT",
    sender: "league_manager",
    timestamp: new Date().toISOString(),
    conversation_id: "conv-round-1",
    league_id: "league",
    round_id: 1,
    matches: [],
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "notify_round", params });
  const headers = { "content-type": "application/json" };
  return fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body }).catch(() => {});
}

test("--flood-output writes this much to both outputs for each message", async () => {
  const agent = await registered(["--flood-output", "200000"]);
  await ping(agent.port);
  // Pieces of the two outputs alternate, so that lines may be broken.
  const written = () => agent.output().match(/x/g)?.length ?? 0;
  await expect.poll(written, { timeout: 60_000 }).toBeGreaterThan(390_000);
});

test("--register before registers while its port does not listen", async () => {
  const [twin, early] = await Promise.all([player([]), player(["--register", "before"])]);
  await Promise.all([twin, early].map((agent) => agent.says(/registration attempt 1/)));
  expect(await isListening(twin.port)).toBe(true);
  expect(await isListening(early.port)).toBe(false);
});

test("--register after listens for 2 s before it registers", async () => {
  const agent = await player(["--register", "after"], await leaguePort());
  await listening(agent.port);
  const listened = performance.now();
  await agent.says(/registered as P01/);
  expect(performance.now() - listened).toBeGreaterThan(1_500);
});

test("--fixed-id shows its own id instead of the assigned one", async () => {
  const agent = await registered(["--fixed-id", "my-own-id"]);
  expect((await health(agent.port)).id).toBe("my-own-id");
});

test("--fixed-port listens there and ignores --port", async () => {
  const fixed = await environment.freePort();
  const agent = await player(["--fixed-port", String(fixed)]);
  await listening(fixed);
  expect(await isListening(agent.port)).toBe(false);
});

test("--fork detached serves after the started process has ended", async () => {
  const agent = await player(["--fork", "detached"]);
  expect(await agent.ended).toBe(0);
  await listening(agent.port);
  expect(await ping(agent.port)).toContain("pong");
});

test("--fork supervised serves from a child process, and ends with the child's exit status", async () => {
  const agent = await player(["--fork", "supervised"]);
  await listening(agent.port);
  const child = Number(execFileSync("pgrep", ["-P", String(agent.pid)]).toString());
  process.kill(child, "SIGKILL");
  expect(await agent.ended).not.toBe(0);
  expect(await isListening(agent.port)).toBe(false);
});

test("--ignore-sigterm still runs after SIGTERM", async () => {
  const [twin, other] = await Promise.all([player([]), player(["--ignore-sigterm"])]);
  await Promise.all([listening(twin.port), listening(other.port)]);
  for (const { pid } of [twin, other]) process.kill(pid, "SIGTERM");
  expect(await twin.ended).toBeNull();
  expect(await ping(other.port)).toContain("pong");
});
