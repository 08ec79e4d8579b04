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
  readonly matches: number;
}

const [MANAGER, FIRST_REFEREE, FIRST_PLAYER] = [8000, 8001, 8101];

export async function recordLeague(playerCount: number): Promise<RecordedLeague> {
  const platform = new SimulatedPlatform({ seed: playerCount });
  const exchanges = recordOf(platform);
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
  return { exchanges, matches: total_matches };
}

function recordOf({ network }: SimulatedPlatform): readonly RecordedExchange[] {
  const exchanges: RecordedExchange[] = [];
  const send = network.send.bind(network);
  network.send = async (request) => {
    const reply = await send(request);
    exchanges.push({ request: request.body, reply: reply.body });
    return reply;
  };
  return exchanges;
}
