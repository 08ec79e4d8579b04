/** Agents that answer in separate requests, at the address in the request: each role plays a real match with the SDK's agents. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "./agents.js";
import { HeaderBodyManager, HeaderBodyPlayer, HeaderBodyReferee } from "./peers/header-body-agents.js";
import { league, underOurReferee } from "./peers/under-our-referee.js";

const choices = ["even", "odd"] as const;

async function ended(platform: SimulatedPlatform, agents: readonly { close(): Promise<void> }[]) {
  await Promise.all(agents.map((agent) => agent.close()));
  return platform;
}

/** Such a player and one of ours under our referee. */
async function meetOurs(meddle?: (platform: SimulatedPlatform) => void) {
  let player: HeaderBodyPlayer | undefined;
  const record = await underOurReferee((platform) => {
    player = new HeaderBodyPlayer("P09", urlOf(8102), platform.network);
    meddle?.(platform);
    const body = { playerId: "P09", endpoint: player.url };
    return player.register(league, "LEAGUE_REGISTER_REQUEST", body);
  });
  return { player, record };
}

it("our referee plays with such a player, and sends each request once", async () => {
  const { player, record } = await meetOurs();
  expect(Object.values(record?.outcome.choices ?? {}).toSorted()).toEqual(["even", "odd"]);
  expect(player?.received.filter((type) => type === "CHOOSE_PARITY_CALL")).toHaveLength(1);
  expect(player?.received.filter((type) => type === "GAME_OVER")).toHaveLength(1);
});

it("our league and our players play under such a referee, which gets its order once", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = new HeaderBodyReferee(urlOf(8001), platform.network, league);
  const body = { refereeId: "REF01", endpoint: new URL(referee.url).origin, gameTypes: ["even_odd"] };
  await platform.clock.run(referee.register(league, "REFEREE_REGISTER_REQUEST", body));
  const players = choices.map((choice, index) => {
    const player = createPlayer({ displayName: choice, choose: () => choice });
    return platform.connect(player, 8101 + index, league);
  });
  await platform.clock.run(manager.ended);
  const [first] = await manager.standings();
  expect(first).toMatchObject({ display_name: "even", wins: 1, points: 3 });
  // Tokens are for the league manager only.
  expect(referee.tokens.filter((token) => token !== undefined && token !== "none")).toEqual([]);
  await ended(platform, [manager, ...players]);
});

it("our players and our referee register with such a manager, and it gets the result", async () => {
  const platform = new SimulatedPlatform();
  const manager = new HeaderBodyManager(league, platform.network);
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const players = ["one", "two"].map((displayName, index) =>
    platform.connect(
      createPlayer({ displayName, choose: () => choices[index] ?? "odd" }),
      8101 + index,
      league,
    ),
  );
  const all = [referee, ...players];
  const registered = await platform.clock.run(Promise.all(all.map((agent) => agent.registered)));
  expect(registered.map(({ id }) => id)).toEqual(["Solomon", "one", "two"]);
  await platform.clock.run(manager.start());
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(60_000, resolve)));
  expect(records[0]?.outcome.choices).toEqual({ one: "even", two: "odd" });
  const winner = records[0]?.outcome.winner;
  expect(manager.reports).toHaveLength(1);
  expect(manager.reports[0]).toMatchObject({
    playerA: "one",
    playerB: "two",
    winner,
    token: "token-of-Solomon",
  });
  await ended(platform, all);
});
