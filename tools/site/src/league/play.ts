/** Plays one whole league in the page, with the agents, the network and the clock of `league play --memory`. */
import {
  type LeaguePlan,
  type LeagueReport,
  type NamedStrategy,
  type PlayerStrategy,
  playInMemory,
  strategies,
} from "@league-v2/agents";
import { type Random, seededRandom } from "@league-v2/sdk";
import type { FaultHook, NetworkFault } from "@league-v2/sdk/memory";
import { SimulatedPlatform } from "@league-v2/sdk/testing";
import { eventsOf, type ViewerEvent } from "@league-v2/viewer";
import { fileRecordingLimit, Recording, recordedAgent } from "@league-v2/viewer/record";
import { type Change, type LeagueRequest, type NetworkFaultName, strategyFile } from "./request.js";

/** The default of `league play`. */
const referees = 2;

/** On simulated time many messages have one moment; in a recording they are this far apart, for the viewer's slider. */
const apartMs = 1;

/** @param own the strategy of the first player */
export function playLeague(request: LeagueRequest, own: PlayerStrategy): Promise<LeagueReport> {
  return playInMemory(planOf(request, own), {}, platformFor(request));
}

/** The same league, with the events for the viewer. @param onMatch called after each match */
export async function recordLeague(
  request: LeagueRequest,
  own: PlayerStrategy,
  onMatch: () => void = () => {},
): Promise<{ readonly report: LeagueReport; readonly events: readonly ViewerEvent[] }> {
  const platform = platformFor(request);
  const recording = new Recording(() => platform.clock.now(), fileRecordingLimit, apartMs);
  const plan = planOf(request, own);
  const league = { league_id: plan.league_id, seed: plan.seed, clock: "simulated" } as const;
  const report = await playInMemory(
    plan,
    {
      hooks: { onMatchRefereed: onMatch },
      listeners: [(event) => recording.add({ kind: "league", event })],
      observe: (agent) => recordedAgent(agent, recording, { incoming: false, league }),
    },
    platform,
  );
  return { report, events: eventsOf(recording) };
}

function planOf({ seed, opponents, change }: LeagueRequest, own: PlayerStrategy): LeaguePlan {
  const all: readonly NamedStrategy[] = [
    { name: strategyFile, ...own },
    ...opponents.map((name) => ({ name, ...strategies[name] })),
  ].map((strategy) => changed(strategy, change));
  return { league_id: `league_${seed}`, seed, referees, players: all.length, strategies: all };
}

function platformFor(request: LeagueRequest): SimulatedPlatform {
  return new SimulatedPlatform({ seed: request.seed, fault: networkFaultHook(request) });
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

/** The selected faults as a hook of the simulated network; depends on the seed and on the order of the requests only. */
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
