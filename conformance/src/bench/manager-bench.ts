/** The bench of a check of a league manager. */
import type { Random } from "../doors.js";
import type { Expect } from "../expect.js";
import type { Env, Recorder } from "../peers/env.js";
import { ManagedLeague } from "../peers/managed-league.js";
import { SubjectError } from "../subject/subject.js";
import { Inconclusive, NotExercised, Refuted } from "../verdict.js";
import { BenchBase } from "./base.js";
import { newEnv, type RunContext } from "./context.js";
import { type Done, Observations } from "./observations.js";
import { type LeagueOptions, type OpenLeague, openLeague } from "./open-league.js";

export type { Done } from "./observations.js";

/** A league that a check or an observation starts a manager for. */
export interface PurposefulLeague extends LeagueOptions {
  /** Why a manager is started for it: what it shows that no other league of the run can show. */
  purpose: string;
}

export class ManagerBench extends BenchBase {
  private readonly context: RunContext;
  private readonly opened: OpenLeague[] = [];
  private readonly guests: ManagedLeague[] = [];
  private readonly observations: Observations;

  constructor(context: RunContext, env: Env, expect: Expect, random: Random) {
    super(env, expect, random);
    this.context = context;
    this.observations = new Observations(env, { canRepeat: () => this.canStart });
  }

  /** Whether there can be as many leagues as the checks want. A manager at --url plays only one, and so does a quick run. */
  get canStart(): boolean {
    const { subject, oneLeague } = this.context;
    return subject.canStart && !oneLeague;
  }

  /** Whether a manager that was killed can be started again with what it has stored. */
  get canRestart(): boolean {
    const { subject, oneLeague } = this.context;
    return subject.canRestart && !oneLeague;
  }

  /** A quick run plays one league though the suite could start more managers: then that is the reason. */
  override notExercised = (why: string): never => {
    const isQuick = this.context.oneLeague && why.includes("--command");
    throw new NotExercised(
      isQuick ? "this needs more than the one league of a quick run; leave --quick out" : why,
    );
  };

  /** These numbers, or those that a manager at --url was started with. */
  numbers = (wished: { players: number; referees: number }): { players: number; referees: number } => {
    if (this.canStart) return wished;
    const { players = wished.players, referees = wished.referees } = this.context;
    return { players, referees };
  };

  /**
   * A manager of the check's own, with players and referees that have registered (referees first). It is ended with
   * the check.
   */
  league = async (options: PurposefulLeague): Promise<OpenLeague> => {
    if (!this.canStart) {
      return this.notExercised(
        "this needs a league of its own, and the manager at --url plays only one; use --command",
      );
    }
    const open = await openLeague(this.context, options, this.env.recorder);
    this.opened.push(open);
    return open;
  };

  /** A league that is told in the given transcript and that nobody ends but the caller: for `once`. */
  open = (options: PurposefulLeague, recorder: Recorder): Promise<OpenLeague> =>
    openLeague(this.context, options, recorder);

  /** Agents of the check's own around a manager that other checks use too. They leave with the check. */
  beside = ({ manager }: OpenLeague): ManagedLeague => {
    const env = newEnv(this.context, this.env.recorder.check, this.env.recorder);
    const league = new ManagedLeague(env, manager, this.context.matchStart);
    this.guests.push(league);
    return league;
  };

  /**
   * Attempts it in a league that other checks use too. If that shows a fault or does not show enough, another check may be
   * the cause, so it is attempted once more in a league of its own, and only that one decides.
   * @param faultsAreItsOwn a fault that the shared league shows decides too: nothing else in it can be the cause
   */
  sharedThenAlone = async (
    attempt: (alone: boolean) => Promise<void>,
    { faultsAreItsOwn = false } = {},
  ): Promise<void> => {
    try {
      await attempt(false);
    } catch (error) {
      if (!this.canStart || !isFinding(error)) throw error;
      if (faultsAreItsOwn && error instanceof Refuted) throw error;
      this.note(`attempted again in a league of its own, because the shared one says: ${error.message}`);
      await attempt(true);
    }
  };

  once = <T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> =>
    this.observations.once(label, work);

  isDone = (label: string): boolean => this.observations.isDone(label);

  look = <T, R>(done: Done<T>, types: readonly string[], judge: (value: T) => R): R =>
    this.observations.look(done, types, judge);

  async close(): Promise<void> {
    this.observations.close();
    await Promise.all([
      ...this.opened.map((open) => open.stop()),
      ...this.guests.map((league) => league.close()),
    ]);
  }
}

/** What a check may find out; any other error is a fault of the suite. */
function isFinding(error: unknown): error is Error {
  return [Refuted, NotExercised, Inconclusive, SubjectError].some((kind) => error instanceof kind);
}
