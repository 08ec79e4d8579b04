import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "../agents.js";

export const league = urlOf(8000);

/** Plays the one match of our player P01 and another one under our referee. @param join registers the other player */
export async function underOurReferee(
  join: (platform: SimulatedPlatform) => Promise<unknown>,
): Promise<MatchRecord | undefined> {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8101, league);
  await platform.clock.run(Promise.all([referee.registered, ours.registered]));
  await platform.clock.run(join(platform));
  await platform.clock.run(manager.ended);
  await Promise.all([manager, referee, ours].map((agent) => agent.close()));
  return records[0];
}
