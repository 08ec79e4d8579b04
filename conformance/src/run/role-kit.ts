/** For each role: how an instance and its peers are opened, and which fixture a check gets. */

import type { RegisteredCheck } from "../checks/registry.js";
import type { Expect } from "../expect.js";
import type { AgentUnderTest } from "../fixtures/agent.js";
import { concurrentLeagues } from "../fixtures/concurrent-leagues.js";
import type { RunContext } from "../fixtures/context.js";
import type { LaunchAgentOptions, LaunchedAgent } from "../fixtures/launched-agent.js";
import { ManagerFixture } from "../fixtures/manager-fixture.js";
import { openLeague } from "../fixtures/open-league.js";
import { openPlayerInstance, PlayerFixture, type PlayerInstance } from "../fixtures/player-fixture.js";
import { openRefereeInstance, RefereeFixture, type RefereeInstance } from "../fixtures/referee-fixture.js";
import { TransportFixture } from "../fixtures/transport-fixture.js";
import type { PeerContext, Recorder } from "../peers/peer-context.js";
import type { Random } from "../sdk.js";
import { instanceHealth } from "./instance-health.js";

/** One instance of the agent under test and everything around it. */
export interface AgentInstance {
  peerContext: PeerContext;
  agent: AgentUnderTest;
  leagueId: string;
  stop(): Promise<void>;
}

interface ClosableFixture {
  /** Instances that the check has started and that other checks can use. */
  handOver?(): AgentInstance[];
  close(): Promise<void>;
}

export interface RoleKit {
  open(recorder: Recorder): Promise<AgentInstance>;
  /**
   * Sets of peers around this one instance in which checks may run at the same time.
   * @param known how many there are around another instance of the same agent
   */
  companions(instance: AgentInstance, known?: number): Promise<AgentInstance[]>;
  /** Whether the instance still does what it did at first, after a check that it did not pass. */
  isSound(instance: AgentInstance): Promise<boolean>;
  fixture(
    one: RegisteredCheck,
    peerContext: PeerContext,
    instance: AgentInstance | undefined,
    expect: Expect,
    random: Random,
  ): ClosableFixture;
}

type OwnFixture = (
  peerContext: PeerContext,
  instance: AgentInstance | undefined,
  expect: Expect,
  random: Random,
) => ClosableFixture;

export function roleKit(context: RunContext): RoleKit {
  const kit = (open: RoleKit["open"], ownFixture: OwnFixture): RoleKit => ({
    open,
    companions: async (instance) => [instance],
    isSound: instanceHealth(context),
    fixture({ side }, peerContext, instance, expect, random) {
      if (side !== "transport") return ownFixture(peerContext, instance, expect, random);
      const launch = (options: LaunchAgentOptions) => launchAgent(context, options, peerContext.recorder);
      return new TransportFixture(peerContext, context.role, instance, expect, random, launch);
    },
  });
  switch (context.role) {
    case "player":
      return kit(
        (recorder) => openPlayerInstance(context, {}, recorder),
        (peerContext, instance, ...rest) =>
          new PlayerFixture(context, peerContext, instance as PlayerInstance | undefined, ...rest),
      );
    case "referee":
      return {
        ...kit(
          (recorder) => openRefereeInstance(context, {}, recorder),
          (peerContext, instance, ...rest) =>
            new RefereeFixture(context, peerContext, instance as RefereeInstance | undefined, ...rest),
        ),
        companions: (instance, known) =>
          concurrentLeagues(context, instance as AgentInstance & RefereeInstance, known),
      };
    case "manager":
      return kit(
        (recorder) => openIdleManager(context, recorder),
        (peerContext, _instance, ...rest) => new ManagerFixture(context, peerContext, ...rest),
      );
  }
}

/** A manager that waits for more agents than register. */
async function openIdleManager(context: RunContext, recorder: Recorder): Promise<AgentInstance> {
  const { manager, league, stop } = await openLeague(
    context,
    { players: 4, referees: 2, register: false },
    recorder,
  );
  return { peerContext: league.peerContext, agent: manager, leagueId: "league_conformance", stop };
}

async function launchAgent(
  context: RunContext,
  options: LaunchAgentOptions,
  recorder: Recorder,
): Promise<LaunchedAgent> {
  if (context.role === "player") {
    const instance = await openPlayerInstance(context, options, recorder);
    const { agent, manager, stop } = instance;
    return { agent, manager, stop, instance };
  }
  if (context.role === "referee") {
    const instance = await openRefereeInstance(context, options, recorder);
    const { agent, manager, league, stop } = instance;
    return { agent, manager, matches: league, stop, instance };
  }
  const { manager, league, stop } = await openLeague(
    context,
    { players: 4, referees: 2, register: false, ...options },
    recorder,
  );
  return { agent: manager, league, stop };
}
