/** Services must not report for another referee, be read from unrelated requests, or be accepted in strict mode. */
import { expect, it } from "vitest";
import { createLeagueManager, createPlayer, createReferee } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { postOver } from "./service.js";

const league = urlOf(8000);
const origin = new URL(league).origin;
const own = { name: "alpha", url: "http://127.0.0.1:8105" };

function managerWith(strict: boolean) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict }), 8000);
  return { platform, manager, post: postOver(platform.network) };
}

it("a strict league manager refuses registrations at another path and with params in an array", async () => {
  for (const strict of [false, true]) {
    const { manager, post } = managerWith(strict);
    const atPath = await post(`${origin}/register_player`, own);
    expect(atPath.status).toBe(strict ? 404 : 200);
    const event = await post(`${origin}/events`, { event: "register", data: { ...own, role: "referee" } });
    expect(event.status).toBe(strict ? 404 : 200);
    const params = ["beta", "http://127.0.0.1:8106/rpc"];
    const called = await post(league, { jsonrpc: "2.0", id: 1, method: "league.register_player", params });
    expect(called.body.error !== undefined).toBe(strict);
    await manager.close();
  }
});

it.each([
  ["/register_player", { name: "alpha" }],
  ["/register_player", [own]],
  ["/health", own],
  ["/anything", own],
  ["/match/result", { match_id: "R1M1", winner: "P01" }],
])("a league manager refuses POST %s with %j", async (path, body) => {
  const { manager, post } = managerWith(false);
  expect((await post(`${origin}${path}`, body)).status).toBeGreaterThanOrEqual(400);
  await manager.close();
});

it("a match of a referee with a token is reported by that referee only", async () => {
  const { platform, manager, post } = managerWith(false);
  const asked: number[] = [];
  const choose = async () => {
    const { status, body } = await post(`${origin}/match/result`, {
      match_id: "R1M1",
      winner: "P01",
      drawn_number: 4,
    });
    expect(body.error_code).toBe(-32_011);
    asked.push(status);
    const args = { match_id: "R1M1", winner: "P01" };
    const tool = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "submit_game_result", arguments: args },
    };
    expect(JSON.stringify((await post(league, tool)).body)).toContain("E011");
    return "even" as const;
  };
  const agents = [
    platform.connect(createReferee({ displayName: "Solomon" }), 8001, league),
    platform.connect(createPlayer({ displayName: "alpha", choose }), 8101, league),
    platform.connect(createPlayer({ displayName: "beta", choose: () => "even" }), 8102, league),
  ];
  const end = await platform.clock.run(manager.ended);
  expect(asked).toEqual([400]);
  expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
  await Promise.all([...agents, manager].map((agent) => agent.close()));
});

it("a strict player refuses messages at another path", async () => {
  for (const strict of [false, true]) {
    const platform = new SimulatedPlatform();
    const player = platform.connect(
      createPlayer({ displayName: "alpha", choose: () => "even", strict }),
      8101,
    );
    const post = postOver(platform.network);
    const to = `${new URL(urlOf(8101)).origin}/game_invitation`;
    // The player refuses because it is in no league.
    expect((await post(to, { match_id: "M1", opponent: "P02" })).status).toBe(strict ? 404 : 400);
    expect((await post(to, { opponent: "P02" })).status).toBe(404);
    expect((await post(to.replace("game_invitation", "anything"), { match_id: "M1" })).status).toBe(404);
    // A notice is acknowledged without an effect.
    const notice = await post(to.replace("game_invitation", "standings"), { standings: [] });
    expect(notice.status).toBe(strict ? 404 : 200);
    await player.close();
  }
});
