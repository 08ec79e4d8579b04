/** For each role: how a world around one instance is opened, and which bench a check gets in it. */

import type { RegisteredCheck } from "../checks/registry.js";
import type { Expect } from "../expect.js";
import type { AgentUnderTest } from "../fixtures/agent.js";
import { companionsOf } from "../fixtures/companions.js";
import type { RunContext } from "../fixtures/context.js";
import { ManagerFixture } from "../fixtures/manager-fixture.js";
import { openLeague } from "../fixtures/open-league.js";
import { openPlayerWorld, PlayerFixture, type PlayerWorld } from "../fixtures/player-fixture.js";
import { openRefereeWorld, RefereeFixture, type RefereeWorld } from "../fixtures/referee-fixture.js";
import {
  type LaunchAgentOptions,
  type LaunchedAgent,
  TransportFixture,
} from "../fixtures/transport-fixture.js";
import type { Env, Recorder } from "../peers/env.js";
import type { Random } from "../sdk.js";
import { soundness } from "./soundness.js";

/** One instance of the agent under test and everything around it. */
export interface AgentInstance {
  env: Env;
  agent: AgentUnderTest;
  leagueId: string;
  stop(): Promise<void>;
}

export interface ClosableBench {
  /** Instances that the check has started and that other checks can use. */
  handOver?(): AgentInstance[];
  close(): Promise<void>;
}

export interface RoleKit {
  open(recorder: Recorder): Promise<AgentInstance>;
  /** Worlds in which checks may go on at the same time around the one instance of this world. */
  companions(world: AgentInstance): Promise<AgentInstance[]>;
  /** Whether the instance still does what it did at first, after a check that it did not pass. */
  isSound(world: AgentInstance): Promise<boolean>;
  bench(
    one: RegisteredCheck,
    env: Env,
    world: AgentInstance | undefined,
    expect: Expect,
    random: Random,
  ): ClosableBench;
}

export function roleKit(context: RunContext): RoleKit {
  const launcher = (recorder: Recorder) => (options: LaunchAgentOptions) =>
    launchAgent(context, options, recorder);
  const alone = async (world: AgentInstance) => [world];
  const isSound = soundness(context);
  const transport = (env: Env, world: AgentInstance | undefined, expect: Expect, random: Random) =>
    new TransportFixture(env, context.role, world, expect, random, launcher(env.recorder));
  switch (context.role) {
    case "player":
      return {
        open: (recorder) => openPlayerWorld(context, {}, recorder),
        companions: alone,
        isSound,
        bench: (one, env, world, expect, random) =>
          one.side === "transport"
            ? transport(env, world, expect, random)
            : new PlayerFixture(
                context,
                env,
                world as (AgentInstance & PlayerWorld) | undefined,
                expect,
                random,
              ),
      };
    case "referee":
      return {
        open: (recorder) => openRefereeWorld(context, {}, recorder),
        companions: (world) => companionsOf(context, world as AgentInstance & RefereeWorld),
        isSound,
        bench: (one, env, world, expect, random) =>
          one.side === "transport"
            ? transport(env, world, expect, random)
            : new RefereeFixture(
                context,
                env,
                world as (AgentInstance & RefereeWorld) | undefined,
                expect,
                random,
              ),
      };
    case "manager":
      return {
        open: (recorder) => openIdleManager(context, recorder),
        companions: alone,
        isSound,
        bench: (one, env, world, expect, random) =>
          one.side === "transport"
            ? transport(env, world, expect, random)
            : new ManagerFixture(context, env, expect, random),
      };
  }
}

/** A manager that waits for more agents than will ever come. */
async function openIdleManager(context: RunContext, recorder: Recorder): Promise<AgentInstance> {
  const { manager, league, stop } = await openLeague(
    context,
    { players: 4, referees: 2, seat: false },
    recorder,
  );
  return { env: league.env, agent: manager, leagueId: "league_conformance", stop };
}

async function launchAgent(
  context: RunContext,
  options: LaunchAgentOptions,
  recorder: Recorder,
): Promise<LaunchedAgent> {
  if (context.role === "player") {
    const world = await openPlayerWorld(context, options, recorder);
    const { agent, manager, stop } = world;
    return { agent, manager, stop, world };
  }
  if (context.role === "referee") {
    const world = await openRefereeWorld(context, options, recorder);
    const { agent, manager, league, stop } = world;
    return { agent, manager, matches: league, stop, world };
  }
  const { manager, league, stop } = await openLeague(
    context,
    { players: 4, referees: 2, seat: false, ...options },
    recorder,
  );
  return { agent: manager, league, stop };
}
