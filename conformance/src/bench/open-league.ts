/** Starts a manager under test and the league around it. */
import type { Recorder } from "../peers/env.js";
import type { PlayerSeatOptions, RefereeSeatOptions } from "../peers/league-options.js";
import { ManagedLeague } from "../peers/managed-league.js";
import type { Seat } from "../peers/seat.js";
import type { Instance } from "../subject/subject.js";
import { NotExercised } from "../verdict.js";
import { AgentUnderTest } from "./agent.js";
import { newEnv, type RunContext } from "./context.js";
import { launchInstance } from "./launch.js";
import { mustRestart } from "./start.js";

export interface LeagueOptions {
  /** Why a manager is started for it. */
  purpose?: string;
  /** Keeps the transcript, where it is not that of the check. */
  recorder?: Recorder;
  /** How many players and referees the manager is told to wait for. */
  players: number;
  referees: number;
  /** Options for each seat in turn. */
  playerSeats?: readonly PlayerSeatOptions[];
  refereeSeats?: readonly RefereeSeatOptions[];
  /** False: the manager is started, but nobody is seated. Default true: everybody must be let in. */
  seat?: boolean;
  /** The port that it is told to use; default a free one. */
  port?: number;
  /** Whether to wait for its port; default yes. */
  wait?: boolean;
}

/** One running manager and the agents around it. */
export interface OpenLeague {
  manager: AgentUnderTest;
  league: ManagedLeague;
  /** Kills the manager and starts it again: same port, same numbers, and the data that it has left. */
  restart(): Promise<void>;
  /** How the manager's process has ended; undefined while it runs. */
  exit(): string | undefined;
  stop(): Promise<void>;
}

/** Starts a manager and, unless it is told otherwise, lets everybody register, one after the other. */
export async function openLeague(
  context: RunContext,
  options: LeagueOptions,
  recorder: Recorder,
): Promise<OpenLeague> {
  const seats = options.seat !== false && options.wait !== false;
  if (seats && (unanswered.get(context) ?? 0) > FORGIVEN)
    throw new NotExercised("the league manager does not answer registrations");
  const open = await launch(context, options, recorder);
  if (!seats) return open;
  const { league } = open;
  try {
    const { referees, players, refereeSeats, playerSeats } = options;
    for (let i = 0; i < referees; i += 1) mustBeIn(await league.seatReferee(refereeSeats?.[i]));
    for (let i = 0; i < players; i += 1) mustBeIn(await league.seatPlayer(playerSeats?.[i]));
    mustDiffer([...league.referees, ...league.players]);
    return open;
  } catch (error) {
    if (league.referees[0]?.registrations[0]?.outcome === "failure")
      unanswered.set(context, (unanswered.get(context) ?? 0) + 1);
    await open.stop();
    throw error;
  }
}

/** How often a manager did not answer the first registration of a league: then it will not answer others either. */
const unanswered = new WeakMap<RunContext, number>();
const FORGIVEN = 2;

async function launch(context: RunContext, options: LeagueOptions, recorder: Recorder): Promise<OpenLeague> {
  const { stage } = context;
  context.instances.count += 1;
  const name = `agent-${context.instances.count}`;
  const env = newEnv(context, name, options.recorder ?? recorder);
  const port = options.port ?? (await stage.freePort());
  const { players, referees } = options;
  const begin = (after?: Instance) =>
    launchInstance(context, {
      name,
      port,
      league: `http://127.0.0.1:${port}/mcp`,
      players,
      referees,
      ...(options.purpose === undefined ? {} : { purpose: options.purpose }),
      ...(after === undefined ? {} : { after }),
      ...(options.wait === undefined ? {} : { wait: options.wait }),
    });
  const instance = await begin();
  const manager = new AgentUnderTest(env, "manager", instance);
  const league = new ManagedLeague(env, manager, context.matchStart);
  // A check that waits for something sees then that it will not come.
  void instance.exited.then(() => {
    for (const look of [...env.arrivals]) look();
  });
  const exit = () => {
    const ended = manager.instance.exit();
    return ended === undefined ? undefined : (ended.signal ?? `exit code ${ended.code}`);
  };
  const stop = async () => {
    await manager.instance.stop();
    await league.close();
  };
  const restart = async () => {
    mustRestart(context);
    const after = manager.instance;
    await after.kill();
    manager.instance = await begin(after);
  };
  return { manager, league, restart, exit, stop };
}

function mustBeIn(seat: Seat): void {
  if (seat.accepted) return;
  const answer = seat.registrations.at(-1)?.describe() ?? "nothing";
  throw new NotExercised(
    `the league manager did not let ${seat.displayName} in, or not in time, which is for other checks to judge (${answer})`,
  );
}

function mustDiffer(seats: readonly Seat[]): void {
  const ids = seats.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw new NotExercised(`two agents got the id ${twice}, so nobody can tell who is meant`);
}
