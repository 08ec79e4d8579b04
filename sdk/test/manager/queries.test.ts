/** The queries that the league manager answers (IS 2.2.10; D23, D104, D105). */
import { beforeEach, describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/manager/memory-store.js";
import { won } from "../../src/testing/contract-tests/samples.js";
import type { RpcAnswer } from "../peers/environment.js";
import type { Member } from "../peers/member.js";
import { Managed, managed, managerPort } from "./managed.js";

let platform: Managed;
let player: Member;

/** Four players; the first round is played, each match won by its player A, and the second under way. */
beforeEach(async () => {
  platform = await managed(4, 2);
  [player] = platform.players as [Member];
  await platform.environment.until(150);
});

const dataOf = <Data>({ result }: RpcAnswer) => result?.data as Data;

const found = (data: object) => ({ result: { message_type: "LEAGUE_QUERY_RESPONSE", success: true, data } });

describe("league_query", () => {
  it("GET_STANDINGS returns the current standings", async () => {
    const answer = await player.query("GET_STANDINGS");
    expect(answer).toMatchObject(found({ standings: expect.any(Array) }));
    expect(answer.result).toMatchObject({
      sender: "league_manager",
      query_type: "GET_STANDINGS",
      error: null,
    });
    const { standings } = dataOf<{ standings: { player_id: string }[] }>(answer);
    expect(standings.map(({ player_id }) => player_id)).toEqual(["P01", "P03", "P02", "P04"]);
    expect(standings[0]).toEqual({
      rank: 1,
      player_id: "P01",
      display_name: "Player 1",
      played: 1,
      wins: 1,
      draws: 0,
      losses: 0,
      points: 3,
    });
  });

  it("GET_SCHEDULE returns all rounds", async () => {
    const answer = await player.query("GET_SCHEDULE");
    expect(answer).toMatchObject(found({ schedule: { total_matches: 6 } }));
    const { schedule } = dataOf<{ schedule: { rounds: { matches: object[] }[] } }>(answer);
    expect(schedule.rounds.map(({ matches }) => matches.length)).toEqual([2, 2, 2]);
    expect(schedule.rounds[0]?.matches[0]).toEqual({
      match_id: "R1M1",
      player_A_id: "P01",
      player_B_id: "P02",
      referee_id: "REF01",
    });
  });

  it("GET_NEXT_MATCH returns the next match of the sender or of another player, and null at the end", async () => {
    const next = { round_id: 2, match_id: "R2M1", opponent_id: "P03" };
    expect(await player.query("GET_NEXT_MATCH")).toMatchObject(found({ next_match: next }));
    expect(await player.query("GET_NEXT_MATCH", { player_id: "P04" })).toMatchObject(
      found({ next_match: { match_id: "R2M2", opponent_id: "P02" } }),
    );
    await platform.end();
    expect(await player.query("GET_NEXT_MATCH")).toMatchObject(found({ next_match: null }));
  });

  it("GET_PLAYER_STATS returns one row of the standings", async () => {
    expect(await player.query("GET_PLAYER_STATS")).toMatchObject(
      found({ stats: { player_id: "P01", wins: 1 } }),
    );
    const [referee] = platform.referees;
    const about = { player_id: "P02" };
    expect(await referee?.query("GET_PLAYER_STATS", about)).toMatchObject(
      found({ stats: { player_id: "P02", losses: 1, rank: 3 } }),
    );
  });

  it("without a player, or about an unknown one, fails with E005 in the answer", async () => {
    const unknown = { success: false, data: null, error: { error_code: "E005" } };
    expect((await player.query("GET_PLAYER_STATS", { player_id: "P99" })).result).toMatchObject(unknown);
    expect((await player.query("GET_NEXT_MATCH", { player_id: "REF01" })).result).toMatchObject(unknown);
    expect((await platform.referees[0]?.query("GET_NEXT_MATCH"))?.result).toMatchObject(unknown);
  });

  it("before the start fails with E008 in the answer", async () => {
    const open = new Managed();
    await open.enrol(1, 0);
    const answer = await open.environment.run(open.players[0]?.query("GET_STANDINGS") ?? Promise.reject());
    expect(answer.result).toMatchObject({ success: false, error: { error_code: "E008" } });
  });

  it("of an unknown type is answered with −32602", async () => {
    expect(await player.query("GET_TOKENS")).toMatchObject({ error: { code: -32602 } });
  });

  it("is also answered after the end of the league", async () => {
    await platform.end();
    expect(await player.query("GET_STANDINGS")).toMatchObject({ result: { success: true } });
  });
});

describe.each([
  ["league_query", "LEAGUE_QUERY", { league_id: "league_even_odd", query_type: "GET_STANDINGS" }],
  ["get_standings", "GET_STANDINGS", {}],
])("%s is refused", (method, type, fields) => {
  it.each([
    ["without a token", { auth_token: null }, -32011],
    ["with an invented token", { auth_token: "guessed" }, -32012],
    ["with another player's name", { sender: "player:P02" }, -32012],
    ["to an unknown player", { sender: "player:P99" }, -32005],
    ["to a player in a referee's name", { sender: "referee:REF01" }, -32012],
    ["to a player that calls itself a referee", { sender: "referee:P01" }, -32013],
    ["to an unknown referee", { sender: "referee:REF99" }, -32013],
    ["to a sender that calls itself the manager", { sender: "league_manager" }, -32005],
  ])("%s", async (_what, change, code) => {
    expect(await player.post(method, type, { ...fields, ...change })).toMatchObject({ error: { code } });
  });
});

it("shows the standings after the last complete round to every member", async () => {
  const { result } = await player.post("get_standings", "GET_STANDINGS");
  expect(result).toMatchObject({ message_type: "STANDINGS_VIEW", league_id: "league_even_odd", round_id: 1 });
});

it("shows standings with all results of the round that it names, also if that round ends in the meantime", async () => {
  class EndingRound extends MemoryStore {
    override async tallies() {
      const before = await super.tallies();
      await this.record(won);
      await this.completeRound(1);
      return before;
    }
  }
  const league = await managed(2, 1, { store: new EndingRound() });
  const view = league.players[0]?.post("get_standings", "GET_STANDINGS") ?? Promise.reject();
  const { result } = await league.environment.run(view);
  expect(result).toMatchObject({ round_id: null, standings: [{ played: 0 }, { played: 0 }] });
});

it("a league manager refuses a shutdown from any sender", async () => {
  const order = platform.environment.message("SHUTDOWN_COMMAND", "league_manager");
  const { error } = await platform.environment.post(managerPort, "shutdown", order);
  expect(error).toMatchObject({ code: -32601 });
  expect(await platform.end()).toMatchObject({ total_matches: 6 });
});
