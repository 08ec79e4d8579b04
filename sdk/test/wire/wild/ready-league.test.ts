/** Our agents in a league that waits until all are reported as ready, and starts its matches by announcements. */
import { expect, it } from "vitest";
import { createPlayer, createReferee, type MatchRecord } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { ReadyLeague } from "./ready-league.js";

const league = urlOf(8000);

async function joined(tools: readonly string[], strict = false) {
  const platform = new SimulatedPlatform();
  const manager = new ReadyLeague(league, platform.network, tools);
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch, strict }), 8001, league);
  const choices = ["even", "odd"] as const;
  const players = choices.map((choice, index) =>
    platform.connect(
      createPlayer({ displayName: choice, choose: () => choice, strict }),
      8101 + index,
      league,
    ),
  );
  const all = [referee, ...players];
  await platform.clock.run(Promise.all(all.map(({ registered }) => registered)));
  const passes = (ms: number) =>
    platform.clock.run(new Promise<void>((resolve) => platform.clock.after(ms, resolve)));
  await passes(3_000);
  const close = () => Promise.all(all.map((agent) => agent.close()));
  return { platform, manager, records, passes, close };
}

it.each(["agent_ready", "player_ready", "set_ready", "ready"])(
  "each of them calls the tool %s once",
  async (tool) => {
    const { manager, close } = await joined([tool]);
    expect(manager.ready.toSorted()).toEqual(["P01", "P02", "REF01"]);
    await close();
  },
);

it("no other tool is called as the ready tool", async () => {
  const { manager, close } = await joined(["ready_standings", "already", "get_ready_agents"]);
  expect(manager.ready).toEqual([]);
  await close();
});

it("a match that is only announced is played once, and reported", async () => {
  const { platform, manager, records, passes, close } = await joined(["agent_ready"]);
  await platform.clock.run(manager.announce());
  await platform.clock.run(manager.announce());
  await passes(60_000);
  expect(records).toHaveLength(1);
  expect(records[0]?.outcome.choices).toEqual({ P01: "even", P02: "odd" });
  expect(manager.reports).toHaveLength(1);
  await close();
});

it("strict agents say nothing of the kind, and begin no match that is only announced", async () => {
  const { platform, manager, records, passes, close } = await joined(["agent_ready"], true);
  await platform.clock.run(manager.announce());
  await passes(60_000);
  expect([manager.members.length, manager.ready, records]).toEqual([3, [], []]);
  await close();
});
