/** For each role: how a world around one instance is opened, and which bench a check gets in it. */
import type { AgentUnderTest } from "../bench/agent.js";
import { companionsOf } from "../bench/companions.js";
import type { RunContext } from "../bench/context.js";
import { ManagerBench } from "../bench/manager-bench.js";
import { openLeague } from "../bench/open-league.js";
import { openPlayerWorld, PlayerBench, type PlayerWorld } from "../bench/player-bench.js";
import { openRefereeWorld, RefereeBench, type RefereeWorld } from "../bench/referee-bench.js";
import { type LaunchAgentOptions, type LaunchedAgent, TransportBench } from "../bench/transport-bench.js";
import type { RegisteredCheck } from "../checks/registry.js";
import type { Random } from "../doors.js";
import type { Expect } from "../expect.js";
import type { Env, Recorder } from "../peers/env.js";
import { soundness } from "./soundness.js";

/** One instance of the agent under test and everything around it. */
export interface World {
  env: Env;
  agent: AgentUnderTest;
  leagueId: string;
  stop(): Promise<void>;
}

export interface ClosableBench {
  /** Instances that the check has started and that other checks can use. */
  handOver?(): World[];
  close(): Promise<void>;
}

export interface RoleKit {
  open(recorder: Recorder): Promise<World>;
  /** Worlds in which checks may go on at the same time around the one instance of this world. */
  companions(world: World): Promise<World[]>;
  /** Whether the instance still does what it did at first, after a check that it did not pass. */
  isSound(world: World): Promise<boolean>;
  bench(
    one: RegisteredCheck,
    env: Env,
    world: World | undefined,
    expect: Expect,
    random: Random,
  ): ClosableBench;
}

export function roleKit(context: RunContext): RoleKit {
  const launcher = (recorder: Recorder) => (options: LaunchAgentOptions) =>
    launchAgent(context, options, recorder);
  const alone = async (world: World) => [world];
  const isSound = soundness(context);
  const transport = (env: Env, world: World | undefined, expect: Expect, random: Random) =>
    new TransportBench(env, context.role, world, expect, random, launcher(env.recorder));
  switch (context.role) {
    case "player":
      return {
        open: (recorder) => openPlayerWorld(context, {}, recorder),
        companions: alone,
        isSound,
        bench: (one, env, world, expect, random) =>
          one.side === "transport"
            ? transport(env, world, expect, random)
            : new PlayerBench(context, env, world as (World & PlayerWorld) | undefined, expect, random),
      };
    case "referee":
      return {
        open: (recorder) => openRefereeWorld(context, {}, recorder),
        companions: (world) => companionsOf(context, world as World & RefereeWorld),
        isSound,
        bench: (one, env, world, expect, random) =>
          one.side === "transport"
            ? transport(env, world, expect, random)
            : new RefereeBench(context, env, world as (World & RefereeWorld) | undefined, expect, random),
      };
    case "manager":
      return {
        open: (recorder) => openIdleManager(context, recorder),
        companions: alone,
        isSound,
        bench: (one, env, world, expect, random) =>
          one.side === "transport"
            ? transport(env, world, expect, random)
            : new ManagerBench(context, env, expect, random),
      };
  }
}

/** A manager that waits for more agents than will ever come. */
async function openIdleManager(context: RunContext, recorder: Recorder): Promise<World> {
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
