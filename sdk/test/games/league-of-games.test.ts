/** Leagues with several games, and referees that serve different ones. */
import { describe, expect, it } from "vitest";
import { evenOdd } from "../../src/game/even-odd.js";
import type { GameRules } from "../../src/game/index.js";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEvent,
  type MatchRecord,
} from "../../src/index.js";
import { playLeague, SimulatedPlatform, urlOf } from "../../src/testing/index.js";

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

describe("a league of two games with a referee for each", () => {
  it("gives every match to the referee of its game, and that plays it by its rules", async () => {
    const records: MatchRecord[] = [];
    const seen = new Map<string, string>();
    const roles: unknown[] = [];
    const referees = games.map((rules) =>
      createReferee({
        displayName: rules.type,
        games: [rules],
        onMatch: (record) => void records.push(record),
      }),
    );
    const watching = createPlayer({
      displayName: "D",
      gameTypes,
      choose: ({ match_id, game_type, role_in_match }) => {
        seen.set(match_id, game_type);
        roles.push(role_in_match);
        return "odd";
      },
    });
    const { standings } = await playLeague({
      players: [...["A", "B", "C"].map((name) => player(name)), watching],
      referees,
      manager: { gameTypes },
      seed: 3,
    });
    expect(standings.map(({ played }) => played)).toEqual([3, 3, 3, 3]);
    const typeOf = Object.fromEntries(records.map(({ match_id, game_type }) => [match_id, game_type]));
    expect(typeOf).toEqual({
      ...{ R1M1: "even_odd", R1M2: "even_odd", R2M1: "matching", R2M2: "matching" },
      ...{ R3M1: "even_odd", R3M2: "even_odd" },
    });
    for (const { game_type, referee_id, player_A_id, player_B_id, outcome } of records) {
      expect(referee_id).toBe(game_type === "matching" ? "REF02" : "REF01");
      if (game_type !== "matching") continue;
      const { [player_A_id]: a, [player_B_id]: b } = outcome.choices;
      expect(outcome).toMatchObject({
        status: "WIN",
        winner: a === b ? player_A_id : player_B_id,
        reason: "Compared.",
      });
    }
    expect([...seen].every(([match_id, game_type]) => typeOf[match_id] === game_type)).toBe(true);
    expect(seen.size).toBe(3);
    const own = records.filter(({ player_A_id, player_B_id }) => [player_A_id, player_B_id].includes("P04"));
    expect(roles).toEqual(own.map(({ player_A_id }) => (player_A_id === "P04" ? "PLAYER_A" : "PLAYER_B")));
  });

  it("can have one referee that serves both", async () => {
    const both = createReferee({ displayName: "both", games: ["even_odd", matching] });
    const options = { players: ["A", "B", "C"].map((name) => player(name)), manager: { gameTypes } };
    const { standings } = await playLeague({ ...options, referees: [both] });
    expect(standings.map(({ played }) => played)).toEqual([2, 2, 2]);
  });

  it("gives a match of a failed referee to another one of the same game only", async () => {
    const platform = new SimulatedPlatform({ seed: 1 });
    const league = urlOf(8000);
    const events: LeagueEvent[] = [];
    const onEvent = (event: LeagueEvent) => void events.push(event);
    const manager = platform.connect(
      createLeagueManager({ players: 4, referees: 3, gameTypes, onEvent }),
      8000,
    );
    const rules = [evenOdd, matching, matching];
    const referees = rules.map((one, index) =>
      platform.connect(createReferee({ displayName: `R${index}`, games: [one] }), 8001 + index, league),
    );
    await platform.clock.run(Promise.all(referees.map((one) => one.registered)));
    platform.network.detach(urlOf(8002));
    for (const index of [1, 2, 3, 4]) platform.connect(player(`P${index}`), 8100 + index, league);
    await platform.clock.run(manager.ended);
    const results = events.flatMap((event) => (event.type === "result_recorded" ? [event.result] : []));
    expect(results.filter(({ round_id }) => round_id === 2).map(({ referee_id }) => referee_id)).toEqual([
      "REF03",
      "REF03",
    ]);
    expect(results.map(({ status }) => status)).not.toContain("TECHNICAL_LOSS");
  });
});

describe("the registration in a league of two games", () => {
  async function answers(...agents: Parameters<SimulatedPlatform["connect"]>[0][]) {
    const platform = new SimulatedPlatform();
    platform.connect(createLeagueManager({ players: 9, referees: 2, gameTypes }), 8000);
    const given: string[] = [];
    for (const [index, agent] of agents.entries()) {
      const { registered } = platform.connect(agent, 8001 + index, urlOf(8000));
      const answer = registered.then(
        ({ id }) => id,
        ({ message }) => message,
      );
      given.push(await platform.clock.run(answer));
    }
    return given;
  }

  it("refuses a player that does not serve both, and a referee that serves none", async () => {
    const chess = createReferee({ displayName: "chess", games: [{ ...evenOdd, type: "chess" }] });
    expect(await answers(player("one", ["even_odd"]), player("both"), chess)).toEqual([
      expect.stringContaining("Unsupported game type"),
      "P01",
      expect.stringContaining("Unsupported game type"),
    ]);
  });

  it("keeps the last place of a referee for the game that no one serves yet", async () => {
    const referee = (displayName: string, rules: GameRules) => createReferee({ displayName, games: [rules] });
    const applicants = [referee("1", evenOdd), referee("2", evenOdd), referee("3", matching)];
    expect(await answers(...applicants)).toEqual(["REF01", expect.stringContaining("League full"), "REF02"]);
  });
});
