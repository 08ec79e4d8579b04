import { createLeagueManager } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import type { Store } from "@league-v2/sdk/store";
import { agents } from "../matches/agents.ts";

/** A league on loopback whose manager keeps it in this store, which is closed with it. @returns milliseconds for one match */
export async function millisecondsOverHttp(store: Store, playerCount: number): Promise<number> {
  const { players, referees } = agents(playerCount);
  const quietly = { closeOnSignal: false };
  const manager = await serve(
    createLeagueManager({ players: players.length, referees: referees.length, store }),
    quietly,
  );
  const { agent } = manager;
  const joining = [...referees, ...players].map((member) =>
    serve(member, { ...quietly, league: manager.url }),
  );
  const members = await Promise.all(joining);
  const begin = performance.now();
  const { total_matches } = await agent.ended;
  const each = (performance.now() - begin) / total_matches;
  await Promise.all([...members, manager].map((served) => served.close()));
  return each;
}
