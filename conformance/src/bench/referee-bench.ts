/** The bench of a check of a referee. */
import type { Random } from "../doors.js";
import type { Expect } from "../expect.js";
import type { Env, Recorder } from "../peers/env.js";
import type { MatchObservation } from "../peers/match-observation.js";
import { RefereeLeague } from "../peers/referee-league.js";
import type { Registration } from "../peers/registration.js";
import { NotExercised, Refuted } from "../verdict.js";
import type { AgentUnderTest } from "./agent.js";
import { BenchBase } from "./base.js";
import { nextAgentName, type RunContext } from "./context.js";
import { firstRound } from "./first-round.js";
import { Observations } from "./observations.js";
import { PlayedMatches } from "./played-matches.js";
import { makeShareable, type Started, type StartOptions, startMember } from "./start.js";

/** One running referee and the league around it. */
export interface RefereeWorld extends Started {
  league: RefereeLeague;
  /** The same, for checks of the transport. */
  matches: RefereeLeague;
}

export async function openRefereeWorld(
  context: RunContext,
  options: StartOptions = {},
  recorder?: Recorder,
): Promise<RefereeWorld> {
  const started = await startMember(context, options, recorder);
  const league = new RefereeLeague(started.env, started.manager, started.agent, newCounters(context));
  const stop = async () => {
    await started.stop();
    await league.close();
  };
  return { ...started, league, matches: league, stop };
}

/** So many players may be seated around one companion. */
const PLAYERS = 1_000;

/**
 * What the next round and the next player are called.
 * @param companion two of which play at the same time at one referee, with players of different names
 */
export function newCounters(context: RunContext, companion = 0): { round: number; player: number } {
  return { round: firstRound(context), player: companion * PLAYERS };
}

export class RefereeBench extends BenchBase {
  private readonly context: RunContext;
  private readonly world: RefereeWorld | undefined;
  private started: RefereeWorld[] = [];
  /** Instances in this check so far. */
  private count: number;
  private readonly observations: Observations;

  constructor(
    context: RunContext,
    env: Env,
    world: RefereeWorld | undefined,
    expect: Expect,
    random: Random,
  ) {
    super(env, expect, random);
    this.context = context;
    this.world = world;
    this.count = world === undefined ? 0 : 1;
    this.observations = new Observations(env, {
      canRepeat: () => this.canStart || world !== undefined,
      agent: world?.agent,
    });
  }

  /** The referee under test, running and (if it does so at all) registered. */
  get referee(): AgentUnderTest {
    return this.open.agent;
  }

  /** The league that the suite plays around it: `league.runMatch({ a: …, b: … })`. */
  get league(): RefereeLeague {
    return this.open.league;
  }

  /** The referee, where the clause speaks of registered referees only. */
  get registered(): AgentUnderTest {
    if (this.referee.registration === undefined)
      throw new NotExercised("the referee has not registered with the suite's league manager");
    return this.referee;
  }

  /** The registration that the referee sent when it was started; it is told in this check's transcript too. */
  get registration(): Registration {
    const { registration } = this.referee;
    if (registration === undefined) throw this.unregistered();
    this.hear(registration);
    return registration;
  }

  /** Puts what was sent before this check, or to a manager of its own, into its transcript. */
  hear = ({ received }: Registration): void => {
    const { transcript } = this.env.recorder;
    transcript.request(this.env.agentName, received.by, received.raw.body, received.at_ms);
    transcript.heard += 1;
  };

  /** Whether there can be more than one instance. */
  get canStart(): boolean {
    return this.context.subject.canStart;
  }

  /** Whether others may run beside the one that there is. */
  get mayLaunch(): boolean {
    return this.canStart && !this.context.oneInstance;
  }

  /** Starts another instance on the check's own terms; it is ended with the check. Needs `command`. */
  launch = async (options: StartOptions = {}): Promise<RefereeWorld> => {
    const world = await openRefereeWorld(
      this.context,
      { agentName: nextAgentName(this.count), ...options },
      this.env.recorder,
    );
    this.count += 1;
    this.started.push(world);
    return world;
  };

  /** Matches that several checks look at: the first of them has them played, once in the whole run. */
  played = async (
    label: string,
    play: (league: RefereeLeague) => Promise<MatchObservation[]>,
  ): Promise<PlayedMatches> => {
    const done = await this.observations.onceWithOwn(label, async () => play(await this.anyLeague()));
    return new PlayedMatches(done);
  };

  /** Looks at each of these matches; the transcript tells the one in which something was wrong, or the first. */
  each = (played: PlayedMatches, look: (match: MatchObservation) => void): void => {
    const { done, matches } = played;
    const own = this.env.recorder.transcript;
    own.heard += done.transcript.heard;
    const tell = (match: MatchObservation) => {
      own.note(`one of ${matches.length} matches that were played once for several checks: ${done.label}`);
      own.quote(() => played.entriesAbout(match));
    };
    this.observations.judged(done, () => {
      for (const match of matches) {
        try {
          look(match);
        } catch (error) {
          tell(match);
          throw error;
        }
      }
    });
    const [example] = matches;
    if (example !== undefined) tell(example);
  };

  /** Kills the referee and starts it again: same port, same league, and the data that it has left. */
  restart = (): Promise<void> => this.open.restart();

  /** The instances that this check has started and that can serve other checks; the check does not end them. */
  handOver(): RefereeWorld[] {
    const shareable = this.started.filter(makeShareable);
    this.started = this.started.filter((world) => !shareable.includes(world));
    return shareable;
  }

  async close(): Promise<void> {
    this.observations.close();
    await Promise.all(this.started.map((world) => world.stop()));
  }

  /** Of the check's own instance, or of a new one where it came without. */
  private async anyLeague(): Promise<RefereeLeague> {
    if (this.world !== undefined) return this.league;
    if (!this.canStart) throw new NotExercised("the check that plays these matches did not come to it");
    return (await this.launch()).league;
  }

  private unregistered(): Error {
    const why = "the referee has not registered with the suite's league manager";
    if (!this.context.subject.canStart)
      return new NotExercised(`${why}; start it when the suite is running, or use --command`);
    const diagnosis = `${why} since it was started`;
    return new Refuted({ diagnosis, expected: "REFEREE_REGISTER_REQUEST", received: "nothing" });
  }

  private get open(): RefereeWorld {
    if (this.world === undefined)
      throw new Error("a check that needs `command` starts the referee itself, with launch()");
    return this.world;
  }
}
