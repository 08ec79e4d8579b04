/** Our player and our referee in public leagues, at their defaults: they register once and play. */
import { describe, expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createPlayer, createReferee, type MatchRecord, type PlayedMatch } from "./agents.js";
import { wildLeagues } from "./peers/leagues.js";
import { wildReferees } from "./peers/referees.js";
import { type LeagueHabits, WildLeague } from "./peers/wild-league.js";
import { type RefereeHabits, WildReferee } from "./peers/wild-referee.js";

const league = urlOf(8000);

function leagueOf(habits: LeagueHabits) {
  const platform = new SimulatedPlatform();
  const manager = new WildLeague(habits, platform.network);
  platform.network.attach(league, manager.handle);
  const played: PlayedMatch[] = [];
  const join = async (name: string, choice: "even" | "odd", port: number) => {
    const onMatch = (match: PlayedMatch) => void played.push(match);
    const player = platform.connect(
      createPlayer({ displayName: name, choose: () => choice, onMatch }),
      port,
      league,
    );
    await platform.clock.run(player.registered);
    return player;
  };
  return { platform, manager, played, join };
}

/** The referee of the same family of agents, if there is one. */
const refereeOf: Readonly<Record<string, string>> = {
  "answers-with-requests": "announced-with-directory",
  "message-in-params": "announced-in-message",
  numbered: "start-match",
  "plain-tools": "start-tool",
  "flat-tools": "start-tool",
  assigns: "assign-match",
  "nested-acceptance": "match-assignment",
  "posts-matches": "post-run-match",
  "flat-results": "match-assignment",
};

const refereeNamed = (name: string | undefined): RefereeHabits => {
  const habits = wildReferees.find((one) => one.name === name);
  if (habits === undefined) throw new Error(`there is no referee ${String(name)}`);
  return habits;
};

const leagueNamed = (name: string): LeagueHabits => {
  const habits = wildLeagues.find((one) => one.name === name);
  if (habits === undefined) throw new Error(`there is no league ${name}`);
  return habits;
};

const announcement = (players: readonly { readonly id: string }[]) => ({
  league_id: "wild",
  round_id: 1,
  matches: [
    {
      ...{ match_id: "R1M1", game_type: "even_odd", referee_endpoint: urlOf(8001) },
      ...{ player_A_id: players[0]?.id, player_B_id: players[1]?.id },
    },
  ],
});

describe.each(wildLeagues.map((habits) => [habits.name, habits] as const))(
  "in the league %s",
  (name, habits) => {
    it("our players register once, acknowledge announcements, and play the matches of its referee", async () => {
      const { platform, manager, played, join } = leagueOf(habits);
      await join("alpha", "even", 8101);
      await join("beta", "odd", 8102);
      expect(manager.registrations).toEqual([urlOf(8101), urlOf(8102)]);
      for (const player of manager.players) {
        const answer = await platform.clock.run(
          manager.tell(player, "ROUND_ANNOUNCEMENT", announcement(manager.players)),
        );
        expect([name, answer.error]).toEqual([name, undefined]);
      }
      const directory = new Map(manager.players.map(({ id, url }) => [id, url]));
      const self = { name: "referee", url: urlOf(8001), id: "REF01", directory };
      const referee = new WildReferee(refereeNamed(refereeOf[name]), self, platform.network, league);
      referee.self.token = "token-of-REF01";
      const [a, b] = manager.players;
      if (a === undefined || b === undefined) throw new Error("two players should have registered");
      await platform.clock.run(
        referee.play({
          match_id: "R1M1",
          round_id: 1,
          a: { id: a.id, endpoint: a.url },
          b: { id: b.id, endpoint: b.url },
        }),
      );
      expect(played.map(({ end, my_choice, opponent_choice }) => [end, my_choice, opponent_choice])).toEqual([
        ["win", "even", "odd"],
        ["loss", "odd", "even"],
      ]);
      expect(manager.reports).toHaveLength(1);
    });
  },
);

const starting = wildLeagues.filter(({ start }) => start !== undefined);

it.each(starting.map((habits) => [habits.name, habits] as const))(
  "our referee registers once in the league %s, is started, and reports once",
  async (name, habits) => {
    const { platform, manager, played, join } = leagueOf(habits);
    await join("alpha", "even", 8101);
    await join("beta", "odd", 8102);
    const records: MatchRecord[] = [];
    const referee = createReferee({ displayName: "Solomon", onMatch: (record) => void records.push(record) });
    const running = platform.connect(referee, 8001, league);
    await platform.clock.run(running.registered);
    expect(manager.registrations).toHaveLength(3);
    const [own] = manager.referees;
    if (own === undefined) throw new Error("a referee should have registered");
    const answer = await platform.clock.run(manager.start(own) ?? Promise.reject(new Error("no start")));
    expect([name, answer.error]).toEqual([name, undefined]);
    await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(60_000, resolve)));
    expect(records).toMatchObject([
      { match_id: "R1M1", outcome: { choices: { P01: "even", P02: "odd" } }, reported: true },
    ]);
    expect(played).toHaveLength(2);
    expect(manager.reports).toHaveLength(1);
  },
);

/** Such a league with two players and our referee, a minute after the start of its match. */
async function refereed(habits: Parameters<typeof leagueOf>[0]): Promise<ReturnType<typeof leagueOf>> {
  const started = leagueOf(habits);
  const { platform, manager, join } = started;
  await join("alpha", "even", 8101);
  await join("beta", "odd", 8102);
  const running = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(running.registered);
  const [own] = manager.referees;
  await platform.clock.run((own && manager.start(own)) ?? Promise.reject(new Error("no start")));
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(60_000, resolve)));
  return started;
}

it("our referee's report has players and results at the places where such a league reads them", async () => {
  const { manager } = await refereed(leagueNamed("flat-results"));
  const [report] = manager.reports;
  expect(report).toMatchObject({ match_id: "R1M1", player_a_id: "P01", player_b_id: "P02" });
  const isWonByA = report?.winner_id === "P01";
  expect([report?.winner_id, report?.player_a_result, report?.player_b_result]).toEqual(
    isWonByA ? ["P01", "WIN", "LOSS"] : ["P02", "LOSS", "WIN"],
  );
});

it("a league that numbers its manager gets reports with its own time style", async () => {
  const { start } = leagueNamed("assigns");
  const { manager } = await refereed({ ...leagueNamed("numbered"), ...(start && { start }) });
  expect(manager.reports.map(({ timestamp }) => timestamp)).toEqual([
    expect.stringMatching(/T\d\d:\d\d:\d\dZ$/),
  ]);
});

it("the end of a round and of a league of another form is read without counts", async () => {
  const { platform, manager, join } = leagueOf(leagueNamed("message-in-params"));
  await join("alpha", "even", 8101);
  await join("beta", "odd", 8102);
  const [player] = manager.players;
  if (player === undefined) throw new Error("a player should have registered");
  const rows = { final_standings: [{ player_id: "P01", points: 3 }] };
  for (const [type, fields] of [
    ["ROUND_COMPLETED", { league_id: "wild", round_id: 1 }],
    ["LEAGUE_COMPLETED", { league_id: "wild", champion: { player_id: "P01" }, ...rows }],
  ] as const) {
    const head = { protocol: "league.v2", message_type: type, sender: "league_manager" };
    const times = { timestamp: "2025-12-20T10:00:00Z", conversation_id: `conv-${type}` };
    const params = { message: { ...head, ...times, ...fields } };
    const body = { jsonrpc: "2.0", id: 1, method: type.toLowerCase(), params };
    const answer = await platform.clock.run(manager.send(player.url, body));
    expect([type, answer.error]).toEqual([type, undefined]);
  }
});
