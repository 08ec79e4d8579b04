/** The bench of a check of a league manager. */
import type { Random } from "../doors.js";
import type { Expect } from "../expect.js";
import { show } from "../json/text.js";
import type { Env, Recorder } from "../peers/env.js";
import { Transcript } from "../transcript.js";
import type { TranscriptEntry } from "../types.js";
import { Inconclusive, NotExercised } from "../verdict.js";
import { BenchBase } from "./base.js";
import type { RunContext } from "./context.js";
import { type LeagueOptions, type OpenLeague, openLeague } from "./open-league.js";

/** Something that was done once in the whole run and is looked at by several checks. */
export interface Done<T> {
  readonly label: string;
  readonly value: T;
  readonly transcript: Transcript;
}

/** Enough for all that is said in a long league. */
const LEAGUE_LIMIT = 5_000;
/** Of such a transcript a check tells no more than this. */
const TOLD_LIMIT = 200;

export class ManagerBench extends BenchBase {
  private readonly context: RunContext;
  private readonly opened: OpenLeague[] = [];

  constructor(context: RunContext, env: Env, expect: Expect, random: Random) {
    super(env, expect, random);
    this.context = context;
  }

  /** Whether there can be as many leagues as the checks want. A manager at --url plays only one. */
  get canStart(): boolean {
    return this.context.subject.canStart;
  }

  /** Whether a manager that was killed can be started again with what it has stored. */
  get canRestart(): boolean {
    return this.context.subject.canRestart;
  }

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
  league = async (options: LeagueOptions): Promise<OpenLeague> => {
    if (!this.canStart) {
      throw new NotExercised(
        "this needs a league of its own, and the manager at --url plays only one; use --command",
      );
    }
    const open = await openLeague(this.context, options, this.env.recorder);
    this.opened.push(open);
    return open;
  };

  /** A league that is told in the given transcript and that nobody ends but the caller: for `once`. */
  open = (options: LeagueOptions, recorder: Recorder): Promise<OpenLeague> =>
    openLeague(this.context, options, recorder);

  /** Does something once in the whole run, whichever check asks first. What it throws is thrown in every check. */
  once = async <T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> => {
    const { shared } = this.context;
    const known = shared.get(label) as Promise<Done<T>> | undefined;
    const done = known ?? this.doOnce(label, work);
    shared.set(label, done);
    return done;
  };

  /** Whether that was asked for in this run already. */
  isDone = (label: string): boolean => this.context.shared.has(label);

  /** Judges what was done once. The check's transcript then tells the messages of these types, and what was answered to them. */
  look = <T, R>(done: Done<T>, types: readonly string[], judge: (value: T) => R): R => {
    const { transcript: own } = this.env.recorder;
    own.note(`this was played once for several checks: ${done.label}`);
    own.quote(() => told(done.transcript, types));
    own.heard += done.transcript.heard;
    try {
      return judge(done.value);
    } catch (error) {
      // The repetition that is to settle it needs a league of its own.
      if (error instanceof Inconclusive && this.canStart) this.context.shared.delete(done.label);
      throw error;
    }
  };

  async close(): Promise<void> {
    await Promise.all(this.opened.map((open) => open.stop()));
  }

  private async doOnce<T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> {
    const transcript = new Transcript(this.clock, LEAGUE_LIMIT);
    return { label, value: await work({ transcript, check: label }), transcript };
  }
}

function told({ entries }: Transcript, types: readonly string[]): TranscriptEntry[] {
  const all = entries.filter((entry) => isAbout(entry, types));
  const more = `… and ${all.length - TOLD_LIMIT} more like these`;
  const last = all[TOLD_LIMIT - 1];
  return all.length <= TOLD_LIMIT || last === undefined
    ? all
    : [...all.slice(0, TOLD_LIMIT - 1), { ...last, note: more }];
}

/** A request of one of these types, or an answer that belongs to one. */
function isAbout(entry: TranscriptEntry, types: readonly string[]): boolean {
  if (entry.kind === "note" || entry.kind === "failure") return entry.note !== undefined;
  const text = textOf(entry);
  return types.some((type) => text.includes(`"${type}`));
}

/** Many checks look at the same entries. */
const texts = new WeakMap<TranscriptEntry, string>();

function textOf(entry: TranscriptEntry): string {
  const text = texts.get(entry) ?? entry.bytes ?? show(entry.json, Number.POSITIVE_INFINITY);
  texts.set(entry, text);
  return text;
}
