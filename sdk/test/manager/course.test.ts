/** The course of a league, message by message (IS 2.2.4–2.2.9; D100, D101). */
import { describe, expect, it } from "vitest";
import type { Message } from "../peers/environment.js";
import { drawn, wonByA, wonByB } from "../peers/member-referee.js";
import { Managed, managed, managerPort } from "./managed.js";

describe("a round", () => {
  it("is announced to all agents before its first match is assigned", async () => {
    const platform = await managed(4, 2);
    await platform.end();
    for (const round_id of [1, 2, 3]) {
      const announced = platform.sent("notify_round").filter(({ params }) => params.round_id === round_id);
      const given = platform.sent("run_match").filter(({ params }) => params.round_id === round_id);
      expect(announced.map(({ name }) => name)).toHaveLength(6);
      expect(given).toHaveLength(2);
      for (const { params } of announced) {
        const matches = given
          .map((one) => one.params)
          .map(({ match_id, player_A_id, player_B_id }) => ({
            match_id,
            game_type: "even_odd",
            player_A_id,
            player_B_id,
            referee_endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:800[12]\/mcp$/),
          }));
        expect((params.matches as Message[]).toSorted(byMatch)).toEqual(matches.toSorted(byMatch));
      }
    }
  });

  it("waits for its acknowledgements, 10 s at most, before its matches begin", async () => {
    const platform = new Managed({ players: 2, referees: 1 });
    const slow = platform.player();
    slow.script = {
      notify_round: async (request) => {
        await platform.environment.wait(4_000);
        return slow.acknowledge(request);
      },
    };
    await slow.register();
    await platform.player().register();
    await platform.referee().register();
    await platform.end();
    expect(platform.referees[0]?.times("run_match")).toEqual([4_000]);
  });

  it("is followed by the standings, then by its completion, then by the next one", async () => {
    const platform = await managed(4, 2);
    await platform.end();
    const request = platform.players[0]?.received.map(({ method, params }) => [
      method,
      params.round_id ?? params.total_rounds,
    ]);
    expect(request).toEqual([
      ["notify_round", 1],
      ["update_standings", 1],
      ["notify_round_completed", 1],
      ["notify_round", 2],
      ["update_standings", 2],
      ["notify_round_completed", 2],
      ["notify_round", 3],
      ["update_standings", 3],
      ["notify_round_completed", 3],
      ["notify_league_completed", 3],
    ]);
    const completions = platform.players[0]?.of("notify_round_completed").map(({ params }) => params);
    expect(completions?.map(({ matches_played, next_round_id }) => [matches_played, next_round_id])).toEqual([
      [2, 2],
      [2, 3],
      [2, null],
    ]);
  });

  it("emits its events in order", async () => {
    const platform = await managed(2, 1);
    await platform.end();
    expect(platform.story).toEqual([
      "member_registered",
      "member_registered",
      "member_registered",
      "league_started",
      "round_announced",
      "match_started",
      "result_recorded",
      "round_completed",
      "league_completed",
    ]);
  });
});

describe("an assignment", () => {
  it("contains both players with their endpoints, and no token", async () => {
    const platform = await managed(2, 1, { leagueId: "cup" });
    await platform.end();
    expect(platform.referees[0]?.of("run_match").map(({ params }) => params)).toEqual([
      {
        protocol: "league.v2",
        message_type: "RUN_MATCH",
        sender: "league_manager",
        timestamp: expect.any(String),
        conversation_id: expect.any(String),
        league_id: "cup",
        round_id: 1,
        match_id: "R1M1",
        game_type: "even_odd",
        player_A_id: "P01",
        player_B_id: "P02",
        player_A_endpoint: "http://127.0.0.1:8101/mcp",
        player_B_endpoint: "http://127.0.0.1:8102/mcp",
      },
    ]);
  });

  it("is sent to the announced referee", async () => {
    const platform = await managed(6, 2);
    await platform.end();
    const announced = platform.players[0]
      ?.of("notify_round")
      .flatMap(({ params }) => params.matches as Message[]);
    expect(announced).toHaveLength(15);
    for (const { match_id, referee_endpoint } of announced ?? []) {
      const referee = platform.referees.find(({ given }) => given.includes(match_id));
      expect(referee?.url, String(match_id)).toBe(referee_endpoint);
    }
  });

  it.each([1, 2, 3])(
    "never exceeds a referee's limit of %i concurrent matches",
    async (max_concurrent_matches) => {
      const platform = new Managed({ players: 8, referees: 1 });
      const referee = platform.referee();
      await referee.register({ max_concurrent_matches });
      await platform.enrol(8, 0);
      expect(await platform.end()).toMatchObject({ total_rounds: 7, total_matches: 28 });
      expect(referee.mostAtOnce).toBe(max_concurrent_matches);
      expect(new Set(referee.given).size).toBe(28);
    },
  );
});

describe("a league", () => {
  it.each([
    [2, 1, 1, 1],
    [3, 1, 3, 3],
    [4, 2, 3, 6],
    [5, 2, 5, 10],
    [7, 3, 7, 21],
  ])(
    "of %i players and %i referees has %i rounds and %i matches",
    async (players, referees, rounds, matches) => {
      const platform = await managed(players, referees);
      const end = await platform.end();
      expect(end).toMatchObject({ total_rounds: rounds, total_matches: matches });
      for (const { played } of end.standings) expect(played).toBe(players - 1);
      expect(platform.sent("notify_round")).toHaveLength(rounds * (players + referees));
      expect(platform.sent("notify_league_completed")).toHaveLength(players + referees);
      expect(platform.manager.health()).toMatchObject({ state: "LEAGUE_COMPLETE" });
      expect(platform.environment.platform.clock.pending).toBe(0);
    },
  );

  it("ends with the champion, who has rank 1 in the final standings", async () => {
    const platform = await managed(4, 1);
    const end = await platform.end();
    const completed = platform.players[3]?.of("notify_league_completed")[0]?.params;
    const [first] = end.standings;
    expect(completed).toMatchObject({
      total_rounds: 3,
      total_matches: 6,
      champion: { player_id: first?.player_id, display_name: first?.display_name, points: first?.points },
      final_standings: end.standings,
    });
  });

  it("ranks by points, then wins, then id, without gaps", async () => {
    const platform = new Managed({ players: 4, referees: 1 });
    const referee = platform.referee();
    const results: Record<string, typeof wonByA> = {
      R1M1: wonByB, // P01 – P02: P02 wins
      R1M2: drawn, // P03 – P04
      R2M1: drawn, // P03 – P01
      R2M2: wonByA, // P04 – P02: P04 wins
      R3M1: drawn, // P04 – P01
      R3M2: drawn, // P03 – P02
    };
    referee.report = (order) => (results[String(order.match_id)] ?? drawn)(order);
    await referee.register();
    await platform.enrol(4, 0);
    const { standings } = await platform.end();
    expect(
      standings.map(({ rank, player_id, points, wins, draws, losses }) => [
        rank,
        player_id,
        points,
        wins,
        draws,
        losses,
      ]),
    ).toEqual([
      [1, "P04", 5, 1, 2, 0],
      [2, "P02", 4, 1, 1, 1],
      [3, "P03", 3, 0, 3, 0],
      [4, "P01", 2, 0, 2, 1],
    ]);
  });

  it("sends its agents SHUTDOWN_COMMAND on request", async () => {
    const platform = await managed(2, 1);
    await platform.end();
    await platform.environment.run(platform.manager.shutDownAgents("that is all"));
    expect(platform.sent("shutdown").map(({ params }) => params.reason)).toEqual([
      "that is all",
      "that is all",
      "that is all",
    ]);
  });

  it("continues if a listener throws", async () => {
    const platform = new Managed({
      players: 2,
      referees: 1,
      onEvent: () => {
        throw new Error("broken dashboard");
      },
    });
    await platform.enrol(2, 1);
    expect(await platform.end()).toMatchObject({ total_matches: 1 });
  });

  it("does not start if its manager is closed during the start", async () => {
    for (const turns of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20]) {
      const platform = new Managed();
      await platform.enrol(2, 1);
      const order = platform.environment.message("START_LEAGUE", "operator");
      const answer = platform.environment.post(managerPort, "start_league", order);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await platform.manager.close();
      await expect(platform.manager.ended).rejects.toThrow("closed");
      await platform.environment.run(answer);
    }
  });

  it("rejects if its manager is closed before the end, and leaves no timer", async () => {
    const platform = await managed(4, 2);
    await platform.environment.until(50);
    await platform.manager.close();
    await expect(platform.manager.ended).rejects.toThrow("closed");
    await platform.environment.until(1_000);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });
});

function byMatch(one: Message, other: Message): number {
  return String(one.match_id).localeCompare(String(other.match_id));
}
