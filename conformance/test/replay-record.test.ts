/** A record of `league tap` is checked again, sent again to another agent, and compared. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLeagueManager, createPlayer } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { afterAll, afterEach, expect, test } from "vitest";
import { tap } from "../../reference-agents/src/tap/index.js";
import { changes } from "../src/replay/replay.js";
import { runProgram } from "./run-program.js";

const folder = mkdtempSync(join(tmpdir(), "league-replay-"));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function player(choice: "even" | "odd"): Promise<string> {
  // A player joins no match before it has registered in a league.
  const manager = createLeagueManager({ leagueId: "L", players: 2, referees: 1 });
  const league = await serve(manager, { closeOnSignal: false });
  const agent = createPlayer({ displayName: choice, choose: () => choice });
  const served = await serve(agent, { closeOnSignal: false, league: league.url });
  closing.push(league.close, served.close);
  return served.url;
}

const about = (message_type: string) => ({
  protocol: "league.v2",
  message_type,
  sender: "referee:REF01",
  timestamp: new Date().toISOString(),
  conversation_id: "conv-R1M1",
  auth_token: "0123456789abcdef0123456789abcdef",
  match_id: "R1M1",
  game_type: "even_odd",
});
const invitation = {
  ...about("GAME_INVITATION"),
  league_id: "L",
  round_id: 1,
  role_in_match: "PLAYER_A",
  opponent_id: "P02",
};
const call = {
  ...about("CHOOSE_PARITY_CALL"),
  player_id: "P01",
  context: { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } },
  deadline: new Date().toISOString(),
};

/** Sends the two messages through a tap, and writes its record. */
async function record(name: string, target: string): Promise<string> {
  const running = await tap({
    listen: 0,
    target: new URL(target),
    now: () => Date.now(),
    say: () => undefined,
  });
  for (const [method, params] of [
    ["handle_game_invitation", invitation],
    ["choose_parity", call],
    ["no_such_method", {}],
  ] as const) {
    await fetch(`http://127.0.0.1:${running.port}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  }
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(running.report()));
  await running.close();
  return file;
}

const league = (...args: string[]) => runProgram(args);

test("a record is shown with its times and the number of exchanges with a fault", async () => {
  const { code, out } = await league("replay", await record("even.json", await player("even")));
  expect(out).toMatch(/peer → agent\s+GAME_INVITATION: HTTP 200/);
  expect(out).toMatch(/peer → agent\s+no_such_method: error -32601/);
  expect(out).toContain("3 exchanges, 0 with a fault");
  expect(code).toBe(0);
});

test("a record that is sent again to another player differs only in the choice", async () => {
  const file = await record("even.json", await player("even"));
  const { code, out } = await league("replay", file, "--url", await player("odd"));
  expect(out).toMatch(/CHOOSE_PARITY_CALL: changed[^\n]*\n\s+\/parity_choice: was "even", is "odd"/);
  expect(out).toContain("3 exchanges, 1 answered differently");
  expect(code).toBe(1);
  expect((await league("replay", file, "--url", await player("even"))).code).toBe(0);
});

test("an invalid address, two addresses and a command are usage errors", async () => {
  const file = await record("even.json", await player("even"));
  expect(await league("replay", file, "--url", "localhost")).toMatchObject({
    code: 2,
    error: expect.stringContaining(
      '--url takes an http URL such as http://127.0.0.1:8101/mcp, not "localhost"',
    ),
  });
  expect((await league("replay", file, "--url", "http://a", "--url", "http://b")).code).toBe(2);
  expect((await league("replay", file, "--command", "node agent.js")).code).toBe(2);
});

test("two records are compared", async () => {
  const before = await record("before.json", await player("even"));
  const after = await record("after.json", await player("odd"));
  const { code, out } = await league("compare", before, after);
  expect(code).toBe(0);
  expect(out).toContain("3 unchanged");
});

test("a file that is no record is reported", async () => {
  writeFileSync(join(folder, "other.json"), "{}");
  const { code, error } = await league("replay", join(folder, "other.json"));
  expect(code).toBe(2);
  expect(error).toContain("neither a report of this suite");
  writeFileSync(join(folder, "other.json"), JSON.stringify({ summary: {}, checks: [{ id: "a" }] }));
  expect((await league("compare", join(folder, "other.json"), join(folder, "other.json"))).code).toBe(2);
});

test("times and tokens do not count as changes; kinds and members do", () => {
  const reply = (fields: object) => ({
    jsonrpc: "2.0",
    id: 1,
    result: { message_type: "GAME_JOIN_ACK", ...fields },
  });
  expect(changes(reply({ timestamp: "a", accept: true }), reply({ timestamp: "b", accept: true }))).toEqual(
    [],
  );
  expect(changes(reply({ accept: true }), reply({ player_id: "P01" }))).toEqual([
    "/accept: is gone",
    "/player_id: is new",
  ]);
  expect(changes(reply({}), { jsonrpc: "2.0", id: 1, error: { code: -32_601 } })).toEqual([
    "was GAME_JOIN_ACK, is the error -32601",
  ]);
  expect(changes(reply({}), undefined)).toEqual(["was GAME_JOIN_ACK, is no answer"]);
});
