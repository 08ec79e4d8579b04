/** The referees and players of a league whose manager is killed: servers in this process, which are not killed. */
import { createPlayer, createReferee, type RunningAgent, seededRandom } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import type { TrafficLog } from "./evidence.js";

export interface AgentsSetting {
  readonly players: number;
  readonly referees: number;
  readonly league: string;
  readonly seed: string;
  readonly traffic: TrafficLog;
}

/** Resolves when all agents have registered. */
export async function enter({
  players,
  referees,
  league,
  seed,
  traffic,
}: AgentsSetting): Promise<{ close(): Promise<void> }> {
  const agents = [
    ...named("Referee", referees).map((displayName) => createReferee({ displayName })),
    ...named("Player", players).map((displayName) => {
      const random = seededRandom(`${seed}/${displayName}`);
      return createPlayer({ displayName, choose: () => (random.below(2) === 0 ? "even" : "odd") });
    }),
  ];
  const served = await Promise.all(
    agents.map((agent) =>
      withRestarts(() => serve(traffic.watch<RunningAgent>(agent), { league, closeOnSignal: false })),
    ),
  );
  return { close: async () => void (await Promise.all(served.map((one) => one.close()))) };
}

function named(role: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${role} ${index + 1}`);
}

/** Starts an agent again if it could not register, as a supervisor would. */
async function withRestarts<Result>(start: () => Promise<Result>): Promise<Result> {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error) || error.name !== "REGISTRATION_FAILED")
        throw error;
    }
  }
}
