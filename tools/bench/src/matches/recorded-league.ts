/** The exchanges of one league in memory: what the floors repeat without the agents. */
import { createLeagueManager } from "@league-v2/sdk";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";
import { agents } from "./agents.ts";

export interface RecordedExchange {
  readonly request: string;
  /** Empty where no answer is due. */
  readonly reply: string;
}

export interface RecordedLeague {
  readonly exchanges: readonly RecordedExchange[];
  /** The matches that this many exchanges are the work of: of a sample, a part of the league's. */
  readonly matches: number;
  /** The matches of the whole league. */
  readonly total: number;
}

/** The exchanges of 300 players, with their tables, do not fit in memory: of a larger league a sample is kept. */
const MOST_EXCHANGES = 100_000;
const EXCHANGES_OF_A_MATCH = 18;

const [MANAGER, FIRST_REFEREE, FIRST_PLAYER] = [8000, 8001, 8101];

export async function recordLeague(playerCount: number): Promise<RecordedLeague> {
  const platform = new SimulatedPlatform({ seed: playerCount });
  const exchanges: RecordedExchange[] = [];
  const expected = EXCHANGES_OF_A_MATCH * ((playerCount * (playerCount - 1)) / 2);
  const share = Math.min(1, MOST_EXCHANGES / expected);
  recordInto(exchanges, share, platform);
  const { players, referees } = agents(playerCount);
  const manager = platform.connect(
    createLeagueManager({ players: players.length, referees: referees.length }),
    MANAGER,
  );
  const members = [
    ...referees.map((agent, index) => platform.connect(agent, FIRST_REFEREE + index, urlOf(MANAGER))),
    ...players.map((agent, index) => platform.connect(agent, FIRST_PLAYER + index, urlOf(MANAGER))),
  ];
  const { total_matches } = await platform.clock.run(manager.ended);
  await Promise.all([...members, manager].map((agent) => agent.close()));
  return { exchanges, matches: total_matches * share, total: total_matches };
}

/** Evenly spread; the steps are not whole, so that they do not fall on the same message of each match. */
function recordInto(exchanges: RecordedExchange[], share: number, { network }: SimulatedPlatform): void {
  let seen = 0;
  const send = network.send.bind(network);
  network.send = async (request) => {
    const reply = await send(request);
    seen += 1;
    if (Math.floor(seen * share) > exchanges.length)
      exchanges.push({ request: request.body, reply: reply.body });
    return reply;
  };
}
