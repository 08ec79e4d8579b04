/** Players that spell names in other ways, require sessions or answer with a minimum: each plays with its own choice and gets GAME_OVER once. */
import { describe, expect, it } from "vitest";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { playersWithOwnSpellings } from "./players-with-own-spellings.js";
import { type PlayerHabits, WildPlayer } from "./wild-player.js";

const league = urlOf(8000);

async function playWith(habits: PlayerHabits, strict = false) {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(Promise.all([referee.registered, ours.registered]));
  const me = { name: "own", url: urlOf(8102), choice: "even" } as const;
  const player = new WildPlayer(habits, me, "own");
  platform.network.attach(me.url, player.handle);
  try {
    await player.register(platform.network, league);
    await platform.clock.run(manager.ended);
  } finally {
    await Promise.all([manager, referee, ours].map((agent) => agent.close()));
  }
  return { player, record: records[0] };
}

describe.each(playersWithOwnSpellings.map((make) => [make().name, make] as const))(
  "a player %s",
  (_, make) => {
    it("plays a match in our league with its own choice", async () => {
      const { player, record } = await playWith(make());
      expect(Object.values(record?.outcome.choices ?? {}).toSorted()).toEqual(["even", "odd"]);
      const ends = player.understood.filter((one) => /^game_?over R1M1/i.test(one));
      expect(ends).toHaveLength(1);
    });
  },
);

it.each([0, 1, 3])("a strict league refuses other spellings (%i)", async (index) => {
  const make = playersWithOwnSpellings[index];
  await expect(make === undefined ? Promise.resolve() : playWith(make(), true)).rejects.toThrow(
    "is not admitted",
  );
});
