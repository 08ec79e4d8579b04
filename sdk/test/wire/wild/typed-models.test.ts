/** Players that define types and formats of members play with their own choices; `strict` refuses them. */
import { expect, it } from "vitest";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { contentInData, numbersEverything } from "./players-with-typed-models.js";
import { type PlayerHabits, WildPlayer } from "./wild-player.js";

const league = urlOf(8000);

/** Three players, of which one has these conventions: it registers at `path` and gets this id. */
async function play(habits: PlayerHabits, path: string, id: string, strict = false) {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const manager = platform.connect(createLeagueManager({ players: 3, referees: 1, strict }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch, strict }), 8001, league);
  const players = ["one", "two"].map((displayName, index) =>
    platform.connect(createPlayer({ displayName, choose: () => "odd" }), 8101 + index, league),
  );
  await platform.clock.run(Promise.all([referee, ...players].map((agent) => agent.registered)));
  const player = new WildPlayer(habits, { name: "typed", url: urlOf(8103), choice: "even" }, id);
  platform.network.attach(player.me.url, player.handle);
  await player.register(platform.network, new URL(path, league).href);
  await platform.clock.run(manager.ended);
  await Promise.all([manager, referee, ...players].map((agent) => agent.close()));
  const own = records.filter(({ outcome }) => Object.hasOwn(outcome.choices, id));
  return { own, understood: player.understood };
}

const ids = {
  "content-in-data": ["M-1001", "M-2001", "M-3001"],
  "numbers-everything": ["1001", "2001", "3001"],
};

it.each([
  [contentInData, "/register", ["GAME_INVITATION", "CHOOSE_PARITY", "GAME_OVER"], "P07"],
  [numbersEverything, "/mcp", ["invite", "choose", "match_result"], "P03"],
] as const)("a player plays each match with its own choice: $name", async (habits, path, types, id) => {
  const { own, understood } = await play(habits, path, id);
  expect(own.map(({ outcome }) => outcome.choices[id])).toEqual(["even", "even"]);
  expect(own.map(({ outcome }) => outcome.status)).not.toContain("TECHNICAL_LOSS");
  expect(new Set(understood).size).toBe(understood.length);
  for (const type of types) {
    const matches = understood.filter((one) => one.startsWith(`${type} `)).map((one) => one.split(" ")[1]);
    expect([type, matches.length]).toEqual([type, 2]);
    expect(ids[habits.name as keyof typeof ids]).toEqual(expect.arrayContaining(matches));
  }
});

it("is not admitted by a strict league manager with its content in another object", async () => {
  await expect(play(contentInData, "/register", "P07", true)).rejects.toThrow("is not admitted");
});
