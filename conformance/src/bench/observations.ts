/** What is done once in a run, whichever check asks first, and is looked at by several checks. */
import { show } from "../json/text.js";
import type { Env, Recorder } from "../peers/env.js";
import { Transcript } from "../transcript.js";
import type { TranscriptEntry } from "../types.js";
import { Inconclusive } from "../verdict.js";

export interface Done<T> {
  readonly label: string;
  readonly value: T;
  readonly transcript: Transcript;
}

/** Enough for all that is said in a long league. */
const LEAGUE_LIMIT = 5_000;
/** Of such a transcript a check tells no more than this. */
const TOLD_LIMIT = 200;

export class Observations {
  private readonly env: Env;
  private readonly canStart: () => boolean;

  /** @param canStart whether an observation that proved inconclusive can be made again */
  constructor(env: Env, canStart: () => boolean) {
    this.env = env;
    this.canStart = canStart;
  }

  /** Does something once in the whole run, whichever check asks first. What it throws is thrown in every check. */
  once<T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> {
    const { shared } = this.env;
    const known = shared.get(label) as Promise<Done<T>> | undefined;
    const done = known ?? this.doOnce(label, work);
    shared.set(label, done);
    return done;
  }

  /** Whether that was asked for in this run already. */
  isDone(label: string): boolean {
    return this.env.shared.has(label);
  }

  /** Judges what was done once. The check's transcript then tells the messages of these types, and what was answered to them. */
  look<T, R>(done: Done<T>, types: readonly string[], judge: (value: T) => R): R {
    const { transcript: own } = this.env.recorder;
    own.note(`this was played once for several checks: ${done.label}`);
    own.quote(() => told(done.transcript, types));
    own.heard += done.transcript.heard;
    try {
      return judge(done.value);
    } catch (error) {
      // The repetition that is to settle it needs a league of its own.
      if (error instanceof Inconclusive && this.canStart()) this.env.shared.delete(done.label);
      throw error;
    }
  }

  /** Makes an observation with the means of a check, once in the whole run. All checks that ask show its whole transcript. */
  async observe<T>(label: string, work: () => Promise<T>): Promise<T> {
    const { recorder } = this.env;
    const done = await this.once(label, async ({ transcript }) => {
      const own = recorder.transcript;
      recorder.transcript = transcript;
      try {
        return await work();
      } finally {
        if (recorder.transcript === transcript) recorder.transcript = own;
      }
    });
    recorder.transcript.note(`this was observed once for several checks: ${label}`);
    recorder.transcript.quote(() => done.transcript.entries);
    recorder.transcript.heard += done.transcript.heard;
    return done.value;
  }

  private async doOnce<T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> {
    const transcript = new Transcript(this.env.stage.clock, LEAGUE_LIMIT);
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
