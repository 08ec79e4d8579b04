import { type Agent, createLeagueManager } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { agents } from "./agents.ts";

/** A league on loopback: each agent has its own server; as all are in this process, they share their connections. */
export async function playOverHttp(playerCount: number): Promise<number> {
  const { players, referees } = agents(playerCount);
  const manager = await serve(
    createLeagueManager({ players: players.length, referees: referees.length }),
    quietly,
  );
  const join = (agent: Agent) => serve(agent, { ...quietly, league: manager.url });
  const members = await Promise.all([...referees, ...players].map(join));
  const { total_matches } = await manager.agent.ended;
  await Promise.all([...members, manager].map((served) => served.close()));
  return total_matches;
}

/** A hundred servers would be a hundred listeners for one signal. */
const quietly = { closeOnSignal: false };
