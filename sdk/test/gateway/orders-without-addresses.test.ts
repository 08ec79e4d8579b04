/** Orders of another form without the addresses of the players. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createPlayer, createReferee, type MatchRecord } from "./agents.js";
import { type Body, bodyOf } from "./peers/json-rpc.js";
import { wildLeagues } from "./peers/leagues.js";
import { WildLeague } from "./peers/wild-league.js";

const league = urlOf(8000);

/** `START_MATCH` with ids and no endpoints, as the league "numbered" starts its matches. */
async function ordered(members: Body) {
  const habits = wildLeagues.find(({ name }) => name === "numbered");
  if (habits === undefined) throw new Error("there is no such league");
  const platform = new SimulatedPlatform();
  const manager = new WildLeague(habits, platform.network);
  platform.network.attach(league, manager.handle);
  for (const [index, choice] of (["even", "odd"] as const).entries()) {
    const player = createPlayer({ displayName: `p${index}`, choose: () => choice });
    await platform.clock.run(platform.connect(player, 8101 + index, league).registered);
  }
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = createReferee({ displayName: "Solomon", onMatch });
  await platform.clock.run(platform.connect(referee, 8001, league).registered);
  const order = {
    ...{ jsonrpc: "2.0", id: 1, method: "START_MATCH" },
    params: {
      ...{ protocol: "league.v2", message_type: "START_MATCH", sender: "league_manager:LM01" },
      ...{ timestamp: "2025-12-20T10:00:00Z", conversation_id: "conv-1", match_id: "R1M1", round_id: 1 },
      ...{ player_a_id: "P01", player_b_id: "P02", ...members },
    },
  };
  const answer = await platform.clock.run(manager.send(urlOf(8001), order));
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(60_000, resolve)));
  return { answer: bodyOf(answer), records };
}

it("our referee calls the players at the documents' ports", async () => {
  const { records } = await ordered({});
  expect(records).toMatchObject([{ outcome: { choices: { P01: "even", P02: "odd" } }, reported: true }]);
});

it("our referee refuses an order without addresses if an id has no number", async () => {
  const { answer, records } = await ordered({ player_b_id: "beta" });
  expect([answer.error === undefined, records]).toEqual([false, []]);
});

it("our referee plays an order without a round", async () => {
  const { records } = await ordered({ round_id: undefined });
  expect(records).toMatchObject([{ outcome: { choices: { P01: "even", P02: "odd" } }, round_id: 1 }]);
});
