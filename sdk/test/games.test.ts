/** Leagues with several games, and referees that serve different ones. */
import { describe, expect, it } from "vitest";
import { evenOdd } from "../src/game/even-odd.js";
import type { GameRules } from "../src/game/index.js";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEvent,
  type MatchRecord,
} from "../src/index.js";
import type { RecordedResult } from "../src/manager/store/store.js";
import { playLeague, SimulatedPlatform, urlOf } from "../src/testing/index.js";

/** PLAYER_B wins with another choice, PLAYER_A with the same one. */
const matching: GameRules = {
  type: "matching",
  description: "PLAYER_A wins if both choices are equal, PLAYER_B if not.",
  choice: { type: "string", enum: ["even", "odd"] },
  draw: (_random, [a, b]) => (a === b ? 2 : 1),
  decide: ([a, b]) => ({ winner: a.choice === b.choice ? a.id : b.id, reason: "Compared." }),
};
const gameTypes = ["even_odd", "matching"] as const;
const games = [evenOdd, matching];

const player = (displayName: string, served: readonly [string, ...string[]] = gameTypes) =>
  createPlayer({
    displayName,
    gameTypes: served,
    choose: ({ random }) => (random.below(2) ? "even" : "odd"),
  });

describe("a league of two games", () => {
  it("gives every match to the referee of its game, which plays it by its rules", async () => {
    const records: MatchRecord[] = [];
    const seen: unknown[] = [];
    const onMatch = (record: MatchRecord) => void records.push(record);
    const referees = games.map((rules) =>
      createReferee({ displayName: rules.type, games: [rules], onMatch }),
    );
    const watching = createPlayer({
      displayName: "D",
      gameTypes,
      choose: ({ match_id, game_type, role_in_match }) => {
        seen.push([match_id, game_type, role_in_match]);
        return "odd";
      },
    });
    const players = [...["A", "B", "C"].map((name) => player(name)), watching];
    await playLeague({ players, referees, manager: { gameTypes }, seed: 3 });
    const types = records.map(({ match_id, game_type, referee_id }) => [match_id, game_type, referee_id]);
    expect(types.toSorted()).toEqual([
      ["R1M1", "even_odd", "REF01"],
      ["R1M2", "even_odd", "REF01"],
      ["R2M1", "matching", "REF02"],
      ["R2M2", "matching", "REF02"],
      ["R3M1", "even_odd", "REF01"],
      ["R3M2", "even_odd", "REF01"],
    ]);
    for (const { player_A_id, player_B_id, outcome } of records.filter(
      (one) => one.game_type === "matching",
    )) {
      const { [player_A_id]: a, [player_B_id]: b } = outcome.choices;
      const winner = a === b ? player_A_id : player_B_id;
      expect(outcome).toMatchObject({ status: "WIN", winner, reason: "Compared." });
    }
    // A strategy knows the game and its role.
    const own = records.filter(({ player_A_id, player_B_id }) => [player_A_id, player_B_id].includes("P04"));
    expect(seen).toEqual(
      own.map(({ match_id, game_type, player_A_id }) => [
        match_id,
        game_type,
        player_A_id === "P04" ? "PLAYER_A" : "PLAYER_B",
      ]),
    );
  });

  it("can have one referee that serves both", async () => {
    const referees = [createReferee({ displayName: "both", games: ["even_odd", matching] })];
    const players = ["A", "B", "C"].map((name) => player(name));
    const { standings } = await playLeague({ players, referees, manager: { gameTypes } });
    expect(standings.map(({ played }) => played)).toEqual([2, 2, 2]);
  });

  it("gives a match of a failed referee to another one of the same game only", async () => {
    const platform = new SimulatedPlatform({ seed: 1 });
    const results: RecordedResult[] = [];
    const onEvent = (event: LeagueEvent) =>
      void (event.type === "result_recorded" && results.push(event.result));
    const options = { players: 4, referees: 3, gameTypes, onEvent };
    const manager = platform.connect(createLeagueManager(options), 8000);
    const referees = [evenOdd, matching, matching].map((rules, index) =>
      platform.connect(
        createReferee({ displayName: `R${index}`, games: [rules] }),
        8001 + index,
        urlOf(8000),
      ),
    );
    await platform.clock.run(Promise.all(referees.map((one) => one.registered)));
    platform.network.detach(urlOf(8002));
    for (const index of [1, 2, 3, 4]) platform.connect(player(`P${index}`), 8100 + index, urlOf(8000));
    await platform.clock.run(manager.ended);
    const second = results.filter(({ round_id }) => round_id === 2);
    expect(second.map(({ referee_id }) => referee_id)).toEqual(["REF03", "REF03"]);
    expect(results.map(({ status }) => status)).not.toContain("TECHNICAL_LOSS");
  });
});

const referee = (displayName: string, rules: GameRules) => createReferee({ displayName, games: [rules] });

it.each([
  [
    "refuses a player that does not serve both, and a referee that serves none",
    [player("one", ["even_odd"]), player("both"), referee("chess", { ...evenOdd, type: "chess" })],
    [/Unsupported game type/, /^P01$/, /Unsupported game type/],
  ],
  [
    "keeps the last place of a referee for the game that no one serves yet",
    [referee("1", evenOdd), referee("2", evenOdd), referee("3", matching)],
    [/^REF01$/, /League full/, /^REF02$/],
  ],
])("the registration in a league of two games %s", async (_what, agents, answers) => {
  const platform = new SimulatedPlatform();
  platform.connect(createLeagueManager({ players: 9, referees: 2, gameTypes }), 8000);
  for (const [index, agent] of agents.entries()) {
    const { registered } = platform.connect(agent, 8001 + index, urlOf(8000));
    const answer = registered.then(
      ({ id }) => id,
      ({ message }: Error) => message,
    );
    expect(await platform.clock.run(answer)).toMatch(answers[index] ?? "");
  }
});
