/** Our referee in a league that only announces its matches: without orders and addresses. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createPlayer, createReferee, type MatchRecord } from "./agents.js";
import type { Body } from "./peers/json-rpc.js";
import { leagueThatGives } from "./peers/plain-league.js";
import { WildLeague } from "./peers/wild-league.js";

const league = urlOf(8000);
const longEnoughMs = 60_000;

interface Announced {
  readonly players?: readonly [string, string];
  /** Members of an acceptance other than the id. */
  readonly given?: Body;
  /** Members of the announced match other than its players. */
  readonly more?: Body;
  /** Whether the league orders another match first. */
  readonly isOrdered?: boolean;
}

async function announced({
  players = ["P01", "P02"],
  given = {},
  more = { referee_endpoint: urlOf(8001) },
  isOrdered = false,
}: Announced) {
  const platform = new SimulatedPlatform();
  const manager = new WildLeague(leagueThatGives(given), platform.network);
  platform.network.attach(league, manager.handle);
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = createReferee({ displayName: "Solomon", onMatch });
  const agents = [platform.connect(referee, 8001, league)];
  for (const [index, choice] of (["even", "odd"] as const).entries()) {
    const player = createPlayer({ displayName: `p${index}`, choose: () => choice });
    agents.push(platform.connect(player, 8101 + index, league));
  }
  for (const agent of agents) await platform.clock.run(agent.registered);
  const [a, b] = players;
  const match = { match_id: "R1M1", game_type: "even_odd", player_A_id: a, player_B_id: b };
  const matches = [{ ...match, ...more }];
  const [me] = manager.referees;
  if (me === undefined) throw new Error("the referee should have registered");
  const ordered = { ...match, match_id: "R9M9", round_id: 9, player_A_endpoint: "", player_B_endpoint: "" };
  if (isOrdered) {
    const addresses = { player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) };
    await platform.clock.run(manager.tell(me, "RUN_MATCH", { ...ordered, ...addresses }));
  }
  await platform.clock.run(manager.tell(me, "ROUND_ANNOUNCEMENT", { round_id: 1, matches }));
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(longEnoughMs, resolve)));
  await Promise.all(agents.map((agent) => agent.close()));
  const started = records.filter(({ match_id }) => match_id === "R1M1");
  return { started, reports: manager.reports.filter(({ match_id }) => match_id === "R1M1") };
}

const played = { outcome: { choices: { P01: "even", P02: "odd" } }, reported: true };
const named = (referee_id: string) => ({ referee_id, referee_endpoint: urlOf(8001) });
/** An acceptance as in the documents. */
const whole = { auth_token: "t".repeat(32), league_id: "L1", reason: null };

it("our referee starts the match once, with the players at the documents' ports of their numbers", async () => {
  const { started, reports } = await announced({});
  expect(started).toMatchObject([played]);
  expect(reports).toHaveLength(1);
});

it("our referee starts no match of players without a number", async () => {
  expect((await announced({ players: ["alpha", "P02"] })).started).toEqual([]);
});

it("our referee starts the match in a league with the documents' registration, if the announcement names the referee by its id", async () => {
  const { started, reports } = await announced({ given: whole, more: named("REF01") });
  expect(started).toMatchObject([played]);
  expect(reports).toHaveLength(1);
});

it.each([
  ["in a league of the documents", { given: whole }],
  ["of another referee", { more: named("REF02") }],
  ["after an order", { given: whole, more: named("REF01"), isOrdered: true }],
])("our referee starts no match %s", async (_when, setting) => {
  expect((await announced(setting)).started).toEqual([]);
});
