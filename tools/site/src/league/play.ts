/** Plays one whole league in the page, with the agents, the network and the clock of `league play --memory`. */
import {
  type LeagueReport,
  type NamedStrategy,
  type PlayerStrategy,
  playInMemory,
  strategies,
} from "@league-v2/agents";
import { type Random, seededRandom } from "@league-v2/sdk";
import type { FaultHook, NetworkFault } from "@league-v2/sdk/memory";
import { SimulatedPlatform } from "@league-v2/sdk/testing";
import { type Recording, recordedAgent } from "@league-v2/viewer/record";
import { type Change, type LeagueRequest, type NetworkFaultName, strategyFile } from "./request.js";

/** The default of `league play`. */
const referees = 2;

export interface PlayOptions {
  /** A recording with the clock of the platform; undefined if only the result is needed. */
  readonly record?: (platform: SimulatedPlatform) => Recording;
  readonly onMatch?: () => void;
}

/** @param own the strategy of the first player */
export async function playLeague(
  request: LeagueRequest,
  own: PlayerStrategy,
  { record, onMatch }: PlayOptions = {},
): Promise<LeagueReport> {
  const { seed, opponents, change } = request;
  const all: readonly NamedStrategy[] = [
    { name: strategyFile, ...own },
    ...opponents.map((name) => ({ name, ...strategies[name] })),
  ].map((strategy) => changed(strategy, change));
  const platform = new SimulatedPlatform({ seed, fault: networkFaultHook(request) });
  const recording = record?.(platform);
  const league_id = `league_${seed}`;
  const league = { league_id, seed, clock: "simulated" } as const;
  return playInMemory(
    { league_id, seed, referees, players: all.length, strategies: all },
    {
      hooks: { onMatchRefereed: () => onMatch?.() },
      ...(recording !== undefined && {
        listeners: [(event) => recording.add({ kind: "league", event })],
        observe: (agent) =>
          recordedAgent(agent, recording, {
            incoming: false,
            ...(agent.role === "league_manager" && { league }),
          }),
      }),
    },
    platform,
  );
}

/** The strategy with one of its choices inverted; every other choice is made in the same turn as without the change. */
function changed(strategy: NamedStrategy, change: Change | undefined): NamedStrategy {
  if (change?.kind !== "choice") return strategy;
  return {
    ...strategy,
    choose(context) {
      const choice = strategy.choose(context);
      const isChanged = context.match_id === change.match_id && context.me.id === change.player_id;
      return isChanged ? inverted(choice) : choice;
    },
  };
}

async function inverted(choice: ReturnType<NamedStrategy["choose"]>): Promise<"even" | "odd"> {
  const made = await choice;
  return (typeof made === "string" ? made : made.choice) === "even" ? "odd" : "even";
}

const oneIn = 20;
const slowestMs = 8000;

const effects: Readonly<Record<NetworkFaultName, (random: Random) => NetworkFault>> = {
  lost: () => ({ drop: "request" }),
  "reply-lost": () => ({ drop: "reply" }),
  slow: (random) => ({ delayMs: random.below(slowestMs) }),
  twice: () => ({ duplicate: true }),
  refused: () => ({ refuse: true }),
};

/** Depends on the seed and on the order of the requests only. */
/** The selected faults as a hook of the simulated network. */
function networkFaultHook({ seed, faults, change }: LeagueRequest): FaultHook {
  let exchange = 0;
  return ({ verb = "POST" }) => {
    // Requests are counted as in the recording, which leaves out those without a message.
    if (verb === "GET") return undefined;
    exchange += 1;
    if (change?.kind === "drop" && change.exchange === exchange) return { drop: "request" };
    const random = seededRandom(`${seed}/network/${exchange}`);
    const fault = faults.find(() => random.below(oneIn) === 0);
    return fault === undefined ? undefined : effects[fault](random);
  };
}
