import { expect, it } from "vitest";
import { createLeagueManager } from "../../src/league/create-league-manager.js";
import { createPlayer } from "../../src/player/create-player.js";
import { createReferee } from "../../src/referee/create-referee.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";

const get = (path: string) => ({ method: "GET", path, contentType: null, body: "" });

it("a league manager reports the numbers of its members by state, of matches and of suspended members", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 3, referees: 1 }), 8000);
  const agents = [
    createReferee({ displayName: "R" }),
    ...["A", "B", "C"].map((displayName) => createPlayer({ displayName, choose: () => "even" })),
  ].map((agent, index) => platform.connect(agent, 8001 + index, urlOf(8000)));
  await platform.clock.run(Promise.all(agents.map(({ registered }) => registered)));
  // From now on the third player is unreachable.
  platform.network.detach(urlOf(8004));
  await platform.clock.run(manager.ended);

  const { body } = await manager.handle(get("/metrics"));
  const lines = body.split("\n");
  expect(lines).toContain("league_matches_recorded 3");
  expect(lines).toContain('league_members{role="player",state="SUSPENDED"} 1');
  expect(body).toMatch(/league_members\{role="referee",state="[A-Z_]+"\} 1/);
  expect(body).toMatch(/league_calls_total\{method="notify_round",outcome="unreachable"\} \d+/);
  expect(body).toMatch(/league_requests_total\{method="register_player",outcome="answered"\} 3/);
  const health = JSON.parse((await manager.handle(get("/health"))).body) as { suspended: number };
  expect(health.suspended).toBe(1);

  const [referee] = agents;
  expect((await referee?.handle(get("/metrics")))?.body).toContain('league_matches_total{end="over"} 3\n');
  await Promise.all([...agents, manager].map((agent) => agent.close()));
});
