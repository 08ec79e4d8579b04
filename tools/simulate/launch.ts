/** Starts one incarnation of one agent of a simulated league. */
// Agents load these modules on demand. They are loaded here, because simulated time does not wait for a real file.
import "@league-v2/contract/openrpc/canonical.json" with { type: "json" };
import { protocol } from "@league-v2/contract";
import {
  type Agent,
  type AgentContext,
  type ChoiceContext,
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueManager,
  type LeagueManagerOptions,
  type Parity,
  type PlayerOptions,
  type RefereeOptions,
  type RunningAgent,
  type RunningLeagueManager,
  seededRandom,
  sleep,
} from "@league-v2/sdk";
import { MemoryStore, type Store } from "@league-v2/sdk/store";
import { urlOf } from "@league-v2/sdk/testing";
import type { SimulationFact } from "./events.ts";
import type { SimulatedNetwork } from "./network.ts";
import { type AgentName, isManager, managerName, type Plan, seededRoll } from "./plan.ts";
import type { AgentDisk, Process } from "./process.ts";

export interface Launch {
  readonly plan: Plan;
  readonly factories: AgentFactories;
  readonly network: SimulatedNetwork;
  readonly process: Process;
  readonly observe: (happening: SimulationFact) => void;
}

export function endpointOf(name: AgentName): string {
  const { leagueManager, referee, player } = protocol.ports;
  const [kind, number] = name.split("-");
  if (kind === managerName) return urlOf(leagueManager + 1 - Number(number ?? 1));
  return urlOf((kind === "referee" ? referee.first : player.first) + Number(number) - 1);
}

export function launchManager({ plan, factories, ...launch }: Launch, store: Store): RunningLeagueManager {
  const { players, referees } = plan;
  const manager = factories.manager({ leagueId: `league_${plan.seed}`, players, referees, store });
  const running = manager.connect(agentContextFor({ plan, factories, ...launch }));
  const { network, process } = launch;
  network.attach(process, endpointOf(process.name), running.handle, endpointOf(managerName));
  return running;
}

export function launchMember(launch: Launch, kept: AgentDisk): RunningAgent {
  const { process, network } = launch;
  const running = memberOf(launch, kept).connect(agentContextFor(launch));
  network.attach(process, endpointOf(process.name), running.handle);
  return running;
}

function memberOf({ process, plan, factories, observe }: Launch, kept: AgentDisk): Agent {
  const displayName = process.name;
  const keeper = kept.keeperFor(process);
  if (displayName.startsWith("referee")) {
    return factories.referee({
      displayName,
      keeper,
      journal: kept.journalFor(process),
      maxConcurrentMatches: plan.capacity,
    });
  }
  return factories.player({
    displayName,
    keeper,
    history: kept.history,
    choose: (context) => choiceAfterDelay(context, process, plan.seed),
    onMatch: (_match, all) => {
      if (!process.alive) return;
      kept.history = [...all];
      observe({ type: "history", agent: displayName, matches: all.map(({ match_id }) => match_id) });
    },
  });
}

const longestChoiceMs = 300;

async function choiceAfterDelay(
  { match_id, random }: ChoiceContext,
  process: Process,
  seed: number,
): Promise<Parity> {
  await sleep(process.clock, seededRoll(seed, `thought/${process.name}/${match_id}`, longestChoiceMs));
  return random.below(2) === 0 ? "even" : "odd";
}

function agentContextFor({ plan, network, process }: Launch): AgentContext {
  const { name, clock, incarnation } = process;
  return {
    endpoint: endpointOf(name),
    clock,
    random: seededRandom(`${plan.seed}/${name}/${incarnation}`),
    transport: network.transportOf(process),
    ...(isManager(name) ? {} : { league: endpointOf(managerName) }),
  };
}

export interface AgentFactories {
  /** Creates an empty store, which is closed when its league is over. An access that never ends would block the simulation. */
  readonly store: () => Store | Promise<Store>;
  readonly manager: (options: LeagueManagerOptions) => LeagueManager;
  readonly referee: (options: RefereeOptions) => Agent;
  readonly player: (options: PlayerOptions) => Agent;
}

export const sdkFactories: AgentFactories = {
  store: () => new MemoryStore(),
  manager: createLeagueManager,
  referee: createReferee,
  player: createPlayer,
};
