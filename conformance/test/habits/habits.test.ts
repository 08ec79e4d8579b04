/** Every variant of the test bed behaves as its name says. Each time is a lower bound, so that a busy machine changes no outcome. */
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { realEnvironment } from "../../src/environment/real-environment.js";
import { isListening, listening, Processes, type Started, send } from "../processes.js";
import { folder } from "./variants.js";

const environment = realEnvironment(1);
const processes = new Processes();
afterAll(() => processes.endAll());

const ping = (port: number) => send(port, "ping", "PING");

/** Starts a player with these habits; by default no process listens at the address of its league. */
async function player(habits: string, leaguePort?: number): Promise<Started & { port: number }> {
  const port = await environment.freePort();
  const league = `http://127.0.0.1:${leaguePort ?? (await environment.freePort())}/mcp`;
  const where = ["--port", String(port), "--league", league, "--name", `Player ${port}`];
  const words = ["python3", "agent.py", "player", ...habits.split(" ").filter(Boolean), ...where];
  return Object.assign(processes.start(words, folder), { port });
}

async function listeningPlayer(habits: string) {
  const agent = await player(habits);
  await listening(agent.port);
  return agent;
}

/** A player in a league. */
async function registered(habits: string) {
  const port = await environment.freePort();
  processes.start(["python3", "agent.py", "manager", "--players", "9", "--port", String(port)], folder);
  await listening(port);
  const agent = await player(habits, port);
  await listening(agent.port);
  const listened = performance.now();
  await agent.says(/registered as P01/);
  return { ...agent, registeredMs: performance.now() - listened };
}

describe.concurrent("a player", () => {
  test("--start-cpu uses this much CPU time before the port listens", async () => {
    const { pid } = await listeningPlayer("--start-cpu 1");
    expect(Number(execFileSync("ps", ["-o", "cputimes=", "-p", String(pid)]))).toBeGreaterThanOrEqual(1);
  });

  test("--single-threaded answers no request while one connection stalls", async () => {
    const { port } = await listeningPlayer("--single-threaded");
    const stalled = connect(port, "127.0.0.1");
    await new Promise((resolve) => stalled.write("P", resolve));
    const answered = ping(port).then(() => "answered");
    expect(await Promise.race([answered, setTimeout(1_000, "waits")])).toBe("waits");
    stalled.destroy();
    expect(await answered).toBe("answered");
  });

  test("--one-at-a-time answers nothing while it handles another message", async () => {
    const { port } = await listeningPlayer("--one-at-a-time");
    // A player waits up to 4 s for its registration before it answers a message of the league.
    const handled = send(port, "notify_round", "ROUND_ANNOUNCEMENT", {
      league_id: "l",
      round_id: 1,
      matches: [],
    });
    await setTimeout(500);
    const answered = ping(port).then(() => "answered");
    expect(await Promise.race([answered, setTimeout(1_500, "waits")])).toBe("waits");
    await Promise.all([handled, answered]);
  });

  test("--flood-output writes this much to both outputs for each message", async () => {
    const agent = await listeningPlayer("--flood-output 200000");
    await ping(agent.port);
    // Pieces of the two outputs alternate, so that lines may be broken.
    const written = () => agent.output().match(/x/g)?.length ?? 0;
    await expect.poll(written, { timeout: 60_000 }).toBeGreaterThan(390_000);
  });

  test("--register before registers while its port does not listen, and after 2 s later", async () => {
    const early = await player("--register before");
    await early.says(/registration attempt 1/);
    expect(await isListening(early.port)).toBe(false);
    expect((await registered("--register after")).registeredMs).toBeGreaterThan(1_500);
  });

  test("--fixed-id shows its own id instead of the assigned one", async () => {
    const { port } = await registered("--fixed-id my-own-id");
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    expect(await health.json()).toMatchObject({ id: "my-own-id" });
  });

  test("--fixed-port listens there and ignores --port", async () => {
    const fixed = await environment.freePort();
    const { port } = await player(`--fixed-port ${fixed}`);
    await listening(fixed);
    expect(await isListening(port)).toBe(false);
  });

  test("--fork detached serves after the started process has ended", async () => {
    const agent = await player("--fork detached");
    expect(await agent.ended).toBe(0);
    await listening(agent.port);
    expect((await ping(agent.port)).result?.ok).toBe(true);
  });

  test("--fork supervised serves from a child process, and ends with the child's exit status", async () => {
    const agent = await listeningPlayer("--fork supervised");
    process.kill(Number(execFileSync("pgrep", ["-P", String(agent.pid)])), "SIGKILL");
    expect(await agent.ended).not.toBe(0);
    expect(await isListening(agent.port)).toBe(false);
  });

  test("--ignore-sigterm still runs after SIGTERM", async () => {
    const { pid, port } = await listeningPlayer("--ignore-sigterm");
    process.kill(pid, "SIGTERM");
    expect((await ping(port)).result?.ok).toBe(true);
  });
});
