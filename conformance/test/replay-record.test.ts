/** A record of `league tap` is sent again to another agent, and compared. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLeagueManager, createPlayer } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tap } from "../../reference-agents/src/tap/index.js";
import { changes } from "../src/compare/repeat.js";
import { send } from "./processes.js";
import { runProgram } from "./run-program.js";

const folder = mkdtempSync(join(tmpdir(), "league-replay-"));
const closing: (() => Promise<unknown>)[] = [];
let [even, odd, evenRecord, oddRecord] = ["", "", "", ""];

async function player(choice: "even" | "odd"): Promise<string> {
  // A player joins no match before it has registered in a league.
  const manager = createLeagueManager({ leagueId: "L", players: 2, referees: 1 });
  const league = await serve(manager, { closeOnSignal: false });
  const agent = createPlayer({ displayName: choice, choose: () => choice });
  const served = await serve(agent, { closeOnSignal: false, league: league.url });
  closing.push(league.close, served.close);
  return served.url;
}

const context = { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
const OF_MATCH = {
  ...{ sender: "referee:REF01", auth_token: "0123456789abcdef0123456789abcdef" },
  ...{ match_id: "R1M1", game_type: "even_odd", league_id: "L", round_id: 1, role_in_match: "PLAYER_A" },
  ...{ opponent_id: "P02", player_id: "P01", context, deadline: new Date().toISOString() },
};

/** Sends three messages through a tap, and writes its record. */
async function record(name: string, target: string): Promise<string> {
  const own = { listen: 0, target: new URL(target), now: () => Date.now(), say: () => undefined };
  const running = await tap(own);
  await send(running.port, "handle_game_invitation", "GAME_INVITATION", OF_MATCH);
  await send(running.port, "choose_parity", "CHOOSE_PARITY_CALL", OF_MATCH);
  await send(running.port, "no_such_method", "NONE");
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(running.report()));
  await running.close();
  return file;
}

beforeAll(async () => {
  [even, odd] = await Promise.all([player("even"), player("odd")]);
  evenRecord = await record("even.json", even);
  oddRecord = await record("odd.json", odd);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const league = (...args: string[]) => runProgram(args);

test("a record that is sent again to another player differs only in the choice", async () => {
  const { code, out } = await league("replay", evenRecord, "--url", odd);
  expect(out).toMatch(/peer → agent\s+GAME_INVITATION: the same/);
  expect(out).toMatch(/CHOOSE_PARITY_CALL: changed[^\n]*\n\s+\/parity_choice: was "even", is "odd"/);
  expect(out).toContain("3 exchanges, 1 answered differently");
  expect(code).toBe(1);
  expect((await league("replay", evenRecord, "--url", even)).code).toBe(0);
});

test.each([
  [["--url", "localhost"], '--url takes an http URL such as http://127.0.0.1:8101/mcp, not "localhost"'],
  [["--url", "http://a", "--url", "http://b"], ""],
  [["--command", "node agent.js"], "give one --url"],
  [[], "give one --url"],
])("replay with %j is a usage error", async (options, message) => {
  expect(await league("replay", evenRecord, ...options)).toMatchObject({
    code: 2,
    error: expect.stringContaining(message),
  });
});

test("two records are compared", async () => {
  const { code, out } = await league("compare", evenRecord, oddRecord);
  expect(code).toBe(0);
  expect(out).toContain("3 unchanged");
});

test("a file that is no record is reported", async () => {
  const other = join(folder, "other.json");
  writeFileSync(other, "{}");
  const { code, error } = await league("replay", other, "--url", even);
  expect(code).toBe(2);
  expect(error).toContain("neither a report of this suite");
  writeFileSync(other, JSON.stringify({ summary: {}, checks: [{ id: "a" }] }));
  expect((await league("compare", other, other)).code).toBe(2);
});

const joined = (fields: object) => ({ id: 1, result: { message_type: "GAME_JOIN_ACK", ...fields } });

test.each<[string, object, object | undefined, string[]]>([
  ["no times", joined({ timestamp: "a", accept: true }), joined({ timestamp: "b", accept: true }), []],
  [
    "members",
    joined({ accept: true }),
    joined({ player_id: "P01" }),
    ["/accept: is gone", "/player_id: is new"],
  ],
  ["kinds", joined({}), { error: { code: -32_601 } }, ["was GAME_JOIN_ACK, is the error -32601"]],
  ["silence", joined({}), undefined, ["was GAME_JOIN_ACK, is no answer"]],
])("what counts as a change: %s", (_what, before, after, found) => {
  expect(changes(before, after)).toEqual(found);
});
