/** Whole leagues of players that choose at random, in memory and over HTTP, each in this one process. */
import { type Agent, createLeagueManager, createPlayer, createReferee } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { SimulatedPlatform, urlOf } from "@league-v2/sdk/testing";

/** One request and its reply, empty where no answer is due. */
export interface Exchange {
  readonly request: string;
  readonly reply: string;
}

function agentsOf(playerCount: number) {
  const members: readonly Agent[] = [
    ...Array.from({ length: 4 }, (_, index) =>
      createReferee({ displayName: `Referee ${index + 1}`, maxConcurrentMatches: playerCount }),
    ),
    ...Array.from({ length: playerCount }, (_, index) =>
      createPlayer({
        displayName: `Player ${index + 1}`,
        choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd"),
      }),
    ),
  ];
  return { members, manager: createLeagueManager({ players: playerCount, referees: 4 }) };
}

/** On simulated time, every message validated where it is sent and where it arrives. Resolves with the number of matches. */
export async function playInMemory(playerCount: number, record?: Exchange[]): Promise<number> {
  const platform = new SimulatedPlatform({ seed: playerCount });
  if (record !== undefined) recordInto(record, platform);
  const { members, manager } = agentsOf(playerCount);
  const league = urlOf(8000);
  const running = platform.connect(manager, 8000);
  const joined = members.map((agent, index) => platform.connect(agent, 8001 + index, league));
  const { total_matches } = await platform.clock.run(running.ended);
  await Promise.all([...joined, running].map((agent) => agent.close()));
  return total_matches;
}

function recordInto(record: Exchange[], { network }: SimulatedPlatform): void {
  const send = network.send.bind(network);
  network.send = async (request) => {
    const reply = await send(request);
    record.push({ request: request.body, reply: reply.body });
    return reply;
  };
}

/** On loopback: each agent has its own server and its own connections to the others, as on machines of their own. */
export async function playOverHttp(playerCount: number): Promise<number> {
  // A hundred servers would be a hundred listeners for one signal.
  const quietly = { closeOnSignal: false };
  const { members, manager } = agentsOf(playerCount);
  const running = await serve(manager, quietly);
  const joined = await Promise.all(members.map((agent) => serve(agent, { ...quietly, league: running.url })));
  const { total_matches } = await running.agent.ended;
  await Promise.all([...joined, running].map((served) => served.close()));
  return total_matches;
}
