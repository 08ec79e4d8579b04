/** Matches that are started by a plain POST at a separate path, without an envelope. */
import { describe, expect, it } from "vitest";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { wildLeagues } from "../wire/wild/leagues.js";
import { type Joined, WildLeague } from "../wire/wild/wild-league.js";
import { bodyOf } from "../wire/wild/wild-player.js";

const league = urlOf(8000);
const habits = wildLeagues.find(({ name }) => name === "posts-matches");

async function leagueOf(players: number) {
  if (habits === undefined) throw new Error("there is no league");
  const platform = new SimulatedPlatform();
  const manager = new WildLeague(habits, platform.network);
  platform.network.attach(league, manager.handle);
  for (let index = 1; index <= players; index++) {
    const player = createPlayer({ displayName: `ours-${index}`, choose: () => (index % 2 ? "even" : "odd") });
    await platform.clock.run(platform.connect(player, 8100 + index, league).registered);
  }
  return { manager, ...(await withReferee(platform)) };
}

async function withReferee(platform: SimulatedPlatform, strict = false) {
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", strict, onMatch }), 8001, league);
  await platform.clock.run(referee.registered);
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const { href } = new URL(path, urlOf(8001));
    const request = { method: "POST", contentType: "application/json", headers, body: JSON.stringify(body) };
    const reply = await platform.clock.run(platform.network.exchange(href, request));
    return { status: reply.status, answer: bodyOf(JSON.parse(String(reply.body))) };
  };
  return { records, post };
}

const matchOf = (match_id: string, a?: Joined, b?: Joined) => ({
  ...{ match_id, round_id: 1, player_a_id: a?.id, player_b_id: b?.id },
  ...{ player_a_endpoint: a?.url, player_b_endpoint: b?.url },
});

it("a whole league is played by it: each pair once, each answer with the reported result", async () => {
  const { manager, records, post } = await leagueOf(4);
  const pairs = manager.players.flatMap((a, index) =>
    manager.players.slice(index + 1).map((b) => [a, b] as const),
  );
  const answers: unknown[] = [];
  for (const [index, [a, b]] of pairs.entries()) {
    const { status, answer } = await post("/run_match", matchOf(`R1M${index + 1}`, a, b));
    expect(status).toBe(200);
    answers.push([answer.match_id, answer.winner, bodyOf(answer.result).drawn_number]);
  }
  const reported = manager.reports.map(({ match_id, result }) => {
    const { winner, details } = bodyOf(result);
    return [match_id, winner, bodyOf(details).drawn_number];
  });
  expect(answers).toHaveLength(6);
  expect(reported).toEqual(answers);
  expect(records.map(({ outcome }) => Object.values(outcome.choices).includes(null))).not.toContain(true);
});

it("a match that is started again is not played again, and is answered with its result", async () => {
  const { manager, records, post } = await leagueOf(2);
  const match = matchOf("R1M1", ...manager.players);
  const [first, second] = [await post("/run_match", match), await post("/run_match", match)];
  expect(records).toHaveLength(1);
  expect(second.answer.result).toEqual(first.answer.result);
  expect(first.answer.result).toMatchObject({ choices: { P01: "even", P02: "odd" } });
});

describe("accepted requests", () => {
  it.each(["/run_match", "/run_match/", "/start_match", "/api/assign-match"])(
    "a start at %s",
    async (path) => {
      const { manager, records, post } = await leagueOf(2);
      const { status, answer } = await post(path, matchOf("R1M1", ...manager.players));
      expect([status, records.length]).toEqual([200, 1]);
      expect(answer.auth_token).toBeUndefined();
    },
  );

  it("members with the names of the documents", async () => {
    const { manager, records, post } = await leagueOf(2);
    const [a, b] = manager.players;
    const { status } = await post("/run_match", {
      ...{ match_id: "R1M1", round_id: 1, player_A_id: a?.id, player_B_id: b?.id },
      ...{ player_A_endpoint: a?.url, player_B_endpoint: b?.url },
    });
    expect([status, records.length]).toEqual([200, 1]);
  });
});

describe("refused requests", () => {
  it.each([
    ["no endpoint", "/run_match", { player_a_endpoint: undefined }, 400],
    ["an empty match id", "/run_match", { match_id: "" }, 400],
    ["a host that the endpoint policy does not allow", "/run_match", {}, 200],
    ["another path", "/play_all", {}, 404],
    ["the end of a match", "/match_result", {}, 404],
  ])("%s", async (what, path, changed, expected) => {
    const { manager, records, post } = await leagueOf(2);
    const [a, b] = manager.players;
    const elsewhere = { id: "P02", url: "http://other.example/mcp" };
    const match = matchOf("R1M1", a, what.startsWith("a host") ? elsewhere : b);
    const { status } = await post(path, { ...match, ...changed });
    expect(status).toBe(expected);
    expect(records.filter(({ outcome }) => outcome.status !== "TECHNICAL_LOSS")).toEqual([]);
  });

  it("a web page of another origin", async () => {
    const { manager, records, post } = await leagueOf(2);
    const match = matchOf("R1M1", ...manager.players);
    const { status } = await post("/run_match", match, { origin: "https://elsewhere.example" });
    expect([status, records]).toEqual([403, []]);
  });

  it.each([
    ["accepted at defaults", false, { status: 200, records: 1 }],
    ["refused by a strict referee", true, { status: 404, records: 0 }],
  ])("a start by a canonical league manager is %s", async (_what, strict, expected) => {
    const platform = new SimulatedPlatform();
    const manager = platform.connect(createLeagueManager({ players: 4, referees: 1 }), 8000);
    const { records, post } = await withReferee(platform, strict);
    const players = ["P01", "P02"].map((id, index) => ({ id, url: urlOf(8101 + index) }));
    for (const { id, url } of players) {
      const player = createPlayer({ displayName: id, choose: () => "even" });
      await platform.clock.run(platform.connect(player, Number(new URL(url).port), league).registered);
    }
    const { status } = await post("/run_match", matchOf("R1M1", ...players));
    expect({ status, records: records.length }).toEqual(expected);
    await manager.close();
  });
});
