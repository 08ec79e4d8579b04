/** The bench of a check of a player. */
import type { Random } from "../doors.js";
import type { Expect } from "../expect.js";
import type { Env } from "../peers/env.js";
import { PlayerLeague } from "../peers/player-league.js";
import { Post } from "../peers/post.js";
import { NotExercised } from "../verdict.js";
import type { AgentUnderTest } from "./agent.js";
import { BenchBase } from "./base.js";
import { nextAgentName, type RunContext } from "./context.js";
import { earlierRounds } from "./first-round.js";
import { Observations } from "./observations.js";
import { makeShareable, type Started, type StartOptions, startMember } from "./start.js";

/** One running player and the league around it. */
export interface PlayerWorld extends Started {
  league: PlayerLeague;
}

/** One that a check has started itself. */
export interface LaunchedPlayer {
  player: AgentUnderTest;
  league: PlayerLeague;
  restart(): Promise<void>;
}

export async function openPlayerWorld(
  context: RunContext,
  options: StartOptions = {},
  recorder?: Env["recorder"],
): Promise<PlayerWorld> {
  const started = await startMember(context, options, recorder);
  return {
    ...started,
    league: new PlayerLeague(started.env, started.manager, { last: earlierRounds(context) }),
  };
}

export class PlayerBench extends BenchBase {
  private readonly context: RunContext;
  private readonly world: PlayerWorld | undefined;
  private started: PlayerWorld[] = [];
  /** Instances in this check so far. */
  private count: number;
  private readonly bystanders: Post[] = [];
  private readonly observations: Observations;

  constructor(context: RunContext, env: Env, world: PlayerWorld | undefined, expect: Expect, random: Random) {
    super(env, expect, random);
    this.context = context;
    this.world = world;
    this.count = world === undefined ? 0 : 1;
    this.observations = new Observations(env, { canRepeat: () => this.isOurs, agent: world?.agent });
  }

  /** The player under test, running and (if it does so at all) registered. */
  get player(): AgentUnderTest {
    return this.open.agent;
  }

  /** The league that the suite plays around it. */
  get league(): PlayerLeague {
    return this.open.league;
  }

  /** The player, where the clause speaks of registered players only. */
  get registered(): AgentUnderTest {
    if (this.player.registration === undefined)
      throw new NotExercised("the player has not registered with the suite's league manager");
    return this.player;
  }

  /** Starts another instance on the check's own terms; it is ended with the check. Needs `command`. */
  launch = async (options: StartOptions = {}): Promise<LaunchedPlayer> => {
    const world = await openPlayerWorld(
      this.context,
      { agentName: nextAgentName(this.count), ...options },
      this.env.recorder,
    );
    this.count += 1;
    this.started.push(world);
    return { player: world.agent, league: world.league, restart: world.restart };
  };

  /** Makes an observation with the means of this check, once in the whole run. */
  observe = <T>(label: string, work: () => Promise<T>): Promise<T> => this.observations.observe(label, work);

  /** Whether the suite has started the player and so knows that it is told where its league is. */
  get isOurs(): boolean {
    return this.context.subject.canStart;
  }

  /** An endpoint with which the player has no business: it answers everything, and remembers it. Closed with the check. */
  bystander = async (name: string): Promise<Post> => {
    const post = new Post(this.env, {
      name,
      voice: () => ({ sender: name }),
      speaker: () => this.player.identity,
      react: () => ({ result: {} }),
    });
    this.bystanders.push(post);
    return post.listen();
  };

  /** Kills the player and starts it again: same port, same league, and the data that it has left. */
  restart = (): Promise<void> => this.open.restart();

  /** The instances that this check has started and that can serve other checks; the check does not end them. */
  handOver(): PlayerWorld[] {
    const shareable = this.started.filter(makeShareable);
    this.started = this.started.filter((world) => !shareable.includes(world));
    return shareable;
  }

  async close(): Promise<void> {
    this.observations.close();
    await Promise.all([
      ...this.started.map((world) => world.stop()),
      ...this.bystanders.map((post) => post.close()),
    ]);
  }

  private get open(): PlayerWorld {
    if (this.world === undefined)
      throw new Error("a check that needs `command` starts the player itself, with launch()");
    return this.world;
  }
}
