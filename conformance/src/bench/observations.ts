/** What is done once in a run, whichever check asks first, and is looked at by several checks. */
import type { Env, Recorder } from "../peers/env.js";
import { Transcript } from "../transcript.js";
import type { TranscriptEntry } from "../types.js";
import { Inconclusive } from "../verdict.js";
import type { AgentUnderTest } from "./agent.js";

/** Enough for all that is said in a long league or a long series of matches. */
const ENTRY_LIMIT = 10_000;

/** Of such a transcript a check tells no more than this. */
const TOLD_LIMIT = 200;

/** What was done once, and what was said meanwhile. */
export interface Done<T> {
  readonly label: string;
  readonly value: T;
  readonly transcript: Transcript;
}

export interface ObservedWith {
  /** Whether an observation that proved inconclusive can be made again. */
  canRepeat(): boolean;
  /** The one that the check was given, where it was given one. */
  agent?: AgentUnderTest | undefined;
}

export class Observations {
  private readonly env: Env;
  private readonly about: ObservedWith;
  private isClosed = false;

  constructor(env: Env, about: ObservedWith) {
    this.env = env;
    this.about = about;
  }

  /**
   * Does something once in the whole run, whichever check asks first. What it throws is thrown in every check. Where the
   * suite has ended an instance meanwhile, what was seen says nothing about the agent, and every check is told so.
   */
  async once<T>(label: string, work: (recorder: Recorder) => Promise<T>): Promise<Done<T>> {
    try {
      return await this.env.shared.once(label, async () => {
        const transcript = new Transcript(this.env.stage.clock, ENTRY_LIMIT);
        const value = await this.undisturbed(label, () => work({ transcript, check: label }));
        return { label, value, transcript };
      });
    } catch (error) {
      throw this.noted(label, error);
    }
  }

  /** The same with the means of the check that asks first: what they say meanwhile is told in the transcript of the observation. */
  onceWithOwn<T>(label: string, work: () => Promise<T>): Promise<Done<T>> {
    const { recorder } = this.env;
    return this.once(label, async ({ transcript }) => {
      const own = recorder.transcript;
      recorder.transcript = transcript;
      try {
        return await work();
      } finally {
        if (recorder.transcript === transcript) recorder.transcript = own;
      }
    });
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
    return this.judged(done, () => judge(done.value));
  }

  /** Makes an observation with the means of a check, once in the whole run. All checks that ask show its whole transcript. */
  async observe<T>(label: string, work: () => Promise<T>): Promise<T> {
    const done = await this.onceWithOwn(label, work);
    const { transcript: own } = this.env.recorder;
    own.note(`this was observed once for several checks: ${label}`);
    own.quote(() => done.transcript.entries);
    own.heard += done.transcript.heard;
    return done.value;
  }

  /** What a check says of an observation: where nothing can be said, the repetition that settles it needs another one. */
  judged<T, R>({ label }: Done<T>, judge: () => R): R {
    try {
      return judge();
    } catch (error) {
      throw this.noted(label, error);
    }
  }

  /** The check is over, and the instances that it has started are ended. */
  close(): void {
    this.isClosed = true;
  }

  private async undisturbed<T>(label: string, work: () => Promise<T>): Promise<T> {
    const mustBeUndisturbed = () => {
      if (this.isClosed || this.about.agent?.instance.endedBySuite() === true)
        throw new Inconclusive(`the suite ended an instance before this was observed to its end: ${label}`);
    };
    const value = await work().catch((error: unknown) => {
      mustBeUndisturbed();
      throw error;
    });
    mustBeUndisturbed();
    return value;
  }

  private noted(label: string, error: unknown): unknown {
    if (error instanceof Inconclusive && this.about.canRepeat()) this.env.shared.doubt(label);
    return error;
  }
}

function told(transcript: Transcript, types: readonly string[]): readonly TranscriptEntry[] {
  const all = transcript.mentioning(
    types.map((type) => `"${type}`),
    { withRemarks: true },
  );
  const more = `… and ${all.length - TOLD_LIMIT} more like these`;
  const last = all[TOLD_LIMIT - 1];
  return all.length <= TOLD_LIMIT || last === undefined
    ? all
    : [...all.slice(0, TOLD_LIMIT - 1), { ...last, note: more }];
}
