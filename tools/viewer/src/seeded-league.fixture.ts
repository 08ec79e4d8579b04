/** The events of a league on simulated time, from a recording of all of its agents. */
import { createLeagueManager, createPlayer, createReferee, type LeagueEnd } from "@league-v2/sdk";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import type { ViewerEvent } from "./events.js";
import { eventsOf } from "./record/convert.js";
import { fileRecordingLimit, Recording, recordedAgent } from "./record/recording.js";

export interface SeededLeague {
  readonly events: readonly ViewerEvent[];
  readonly end: LeagueEnd;
  /** Every issued token. */
  readonly tokens: readonly string[];
}

/** One of the players never answers a choice call, so that its matches are technical losses. */
export async function seededLeague(seed: number, players: number): Promise<SeededLeague> {
  const platform = new SimulatedPlatform({ seed });
  const recording = new Recording(() => platform.clock.now(), fileRecordingLimit);
  const league = { league_id: `league_${seed}`, clock: "simulated", seed } as const;
  const manager = createLeagueManager({
    leagueId: league.league_id,
    players,
    referees: 2,
    onEvent: (event) => recording.add({ kind: "league", event }),
  });
  const running = platform.connect(recordedAgent(manager, recording, { incoming: false, league }), 8000);
  const agents = [
    ...[1, 2].map((n) => ({ agent: createReferee({ displayName: `Referee ${n}` }), port: 8000 + n })),
    ...Array.from({ length: players }, (_, index) => ({ agent: player(index), port: 8101 + index })),
  ].map(({ agent, port }) =>
    platform.connect(recordedAgent(agent, recording, { incoming: false }), port, urlOf(8000)),
  );
  const all = Promise.all(agents.map(({ registered }) => registered));
  const end = await platform.clock.run(all.then(() => running.ended));
  const tokens = (await all).map(({ auth_token }) => auth_token);
  await Promise.all([...agents, running].map((agent) => agent.close()));
  return { events: eventsOf(recording), end, tokens };
}

function player(index: number) {
  const displayName = `Player ${index + 1}`;
  if (index === 0) {
    return createPlayer({ displayName, guard: false, choose: () => new Promise<"even">(() => {}) });
  }
  return createPlayer({ displayName, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") });
}
