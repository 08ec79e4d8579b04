import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEnd,
  type MatchRecord,
} from "./agents.js";
import { ScriptedPlayer } from "./peers/scripted-player.js";
import { scriptNamed, scripts } from "./peers/scripts.js";

const league = urlOf(8000);
/** Players of these forms register canonically and read no canonical answer: nothing shows their forms. */
const undetectable = ["content-reply", "request-reply"];

interface LeagueAgents {
  readonly players: readonly string[];
  readonly referees: number;
}

/** A league of scripted players and our referees and manager; every scripted player chooses "even". */
async function play({ players, referees }: LeagueAgents) {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const agentContext = (port: number) => ({
    endpoint: urlOf(port),
    clock: platform.clock,
    random: { bytes: (n: number) => new Uint8Array(n).fill(port % 251), below: () => port % 2 },
    transport: platform.network,
  });
  const manager = createLeagueManager({ players: players.length + 1, referees }).connect(agentContext(8000));
  platform.network.attach(league, manager.handle);
  const agents = Array.from({ length: referees }, (_, index) => {
    const referee = createReferee({
      displayName: `referee-${index}`,
      onMatch: (record) => void records.push(record),
    });
    const running = referee.connect({ ...agentContext(8001 + index), league });
    platform.network.attach(urlOf(8001 + index), running.handle);
    return running;
  });
  await platform.clock.run(Promise.all(agents.map((agent) => agent.registered)));
  const scripted = players.map(
    (name, index) => new ScriptedPlayer(scriptNamed(name), `player-${index}`, urlOf(8101 + index)),
  );
  for (const [index, player] of scripted.entries()) {
    platform.network.attach(urlOf(8101 + index), player.handle);
    await player.register(platform.network, league);
  }
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8190, league);
  await platform.clock.run(ours.registered);
  const end: LeagueEnd = await platform.clock.run(manager.ended);
  await Promise.all([...agents, ours, manager].map((agent) => agent.close()));
  return { end, records, scripted };
}

function mustBeSound(end: LeagueEnd, records: readonly MatchRecord[], players: number): void {
  expect(
    records.map(({ outcome }) => outcome.status).filter((status) => status === "TECHNICAL_LOSS"),
  ).toEqual([]);
  expect(records).toHaveLength((players * (players - 1)) / 2);
  const points = new Map(end.standings.map((row) => [row.player_id, 0]));
  for (const { outcome } of records) {
    for (const [id, score] of Object.entries(outcome.score)) points.set(id, (points.get(id) ?? 0) + score);
  }
  expect(new Map(end.standings.map((row) => [row.player_id, row.points]))).toEqual(points);
}

it("players of four forms, two referees of different forms and one manager play a league", async () => {
  const players = ["flat", "mcp-receive", "handle-message", "bare"];
  const { end, records, scripted } = await play({ players, referees: 2 });
  mustBeSound(end, records, players.length + 1);
  for (const player of scripted) {
    expect(player.received.filter((type) => type === "GAME_INVITATION")).toHaveLength(4);
    expect(player.received).toContain("LEAGUE_COMPLETED");
  }
});

it.each(scripts.map(({ name }) => name).filter((name) => !undetectable.includes(name)))(
  "two players of the form %s are driven by our manager and referee",
  async (name) => {
    const { end, records } = await play({ players: [name, name], referees: 1 });
    mustBeSound(end, records, 3);
  },
);
