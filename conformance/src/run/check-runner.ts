/** Runs single checks on the instances that they are given, reports their results, and judges the instances afterwards. */
import type { RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import { SubjectError } from "../subject/subject.js";
import type { CheckResult } from "../types.js";
import { NotExercised, outcomeOf } from "../verdict.js";
import { type Execution, execute, unexecuted } from "./execute.js";
import { endsTheAgent } from "./importance.js";
import type { InstancePool } from "./instance-pool.js";
import type { Planned } from "./plan.js";
import type { Semaphore } from "./semaphore.js";

export interface RunnerOptions {
  context: RunContext;
  pool: InstancePool;
  /** Whether the instance still does what it did at first, after a check that it did not pass. */
  isSound(instance: AgentInstance): Promise<boolean>;
  /** Limits how many checks run at once. */
  slots: Semaphore;
  /** Resolves with the reason when the run must end now. */
  stop: Promise<string>;
  onStart(planned: Planned): void;
  onResult(result: CheckResult, planned: Planned): void;
}

/** Another one for each use: a promise keeps all that waits for it. */
const never = () => new Promise<never>(() => undefined);

export class CheckRunner {
  readonly options: RunnerOptions;
  /** Checks that have run and not passed. */
  failed = 0;
  private stopped: string | undefined;
  /** Checks that look at what another one observes, until that one has run. */
  private watchers: Planned[] = [];

  constructor(options: RunnerOptions) {
    this.options = options;
    void options.stop.then((why) => {
      this.stopped = why;
    });
  }

  /** Runs these as soon as the check has run that makes their observation. */
  watchWith(planned: readonly Planned[]): void {
    this.watchers.push(...planned);
  }

  /** Runs those whose observation no check has made; each reports that. */
  async unwatched(): Promise<void> {
    for (const one of this.watchers.splice(0)) await this.perform(one, undefined);
  }

  /** Runs a check on an instance, and gives that back when it is fit for another check. */
  async on(instance: AgentInstance, planned: Planned): Promise<AgentInstance | undefined> {
    const { context } = this.options;
    const done = await this.perform(planned, instance);
    await this.watch(planned);
    if (!context.subject.canStart) return instance;
    const mayHaveChanged = done?.condition === "doubtful" || planned.place === "last";
    if (done?.condition === "sound" && !mayHaveChanged) return instance;
    // An agent that ends by itself may answer for a moment still.
    const serves = done?.condition !== "unusable" && !endsTheAgent(planned.one);
    if (serves && (await this.isSound(instance))) return instance;
    await instance.stop();
    return undefined;
  }

  /** A run that has ended asks no instance whether it can go on. */
  private isSound(instance: AgentInstance): Promise<boolean> {
    const { isSound, stop } = this.options;
    return Promise.race([stop.then(() => false), isSound(instance)]);
  }

  /** Runs the checks that judge this one's observation. */
  async watch({ one }: Planned): Promise<void> {
    const { shares } = one.check;
    if (shares === undefined) return;
    const dependent = this.watchers.filter((other) => other.one.check.shares === shares);
    this.watchers = this.watchers.filter((other) => !dependent.includes(other));
    for (const other of dependent) await this.perform(other, undefined);
  }

  /** @returns undefined when the process ended while other checks ran on it too, so that the cause is not known */
  async perform(
    planned: Planned,
    instance: AgentInstance | undefined,
    { isConcurrent = false } = {},
  ): Promise<Execution | undefined> {
    const { context, pool, slots, stop, onStart, onResult } = this.options;
    const { one, place } = planned;
    // An observer needs no time and no agent, so a run that was cut short still reports its observations.
    const isObserver = place === "observer";
    const leave = await slots.enter();
    try {
      if (this.stopped !== undefined && !isObserver) return this.leave(planned, undefined);
      if (place === "own" && pool.unreachable !== undefined) return this.leave(planned, pool.unreachable);
      onStart(planned);
      const done = await execute(context, one, instance, isObserver ? never() : stop);
      if (isConcurrent && done.ended && context.subject.canStart) return undefined;
      if (done.result.verdict !== "pass" && done.result.verdict !== "not-applicable") this.failed += 1;
      onResult(done.result, planned);
      for (const left of done.handedOver) pool.give(left);
      return done;
    } finally {
      leave();
    }
  }

  /** Reports a check that was not run, with the reason. */
  leave(planned: Planned, failure: SubjectError | undefined): Execution {
    const { context, pool, onResult } = this.options;
    const { one } = planned;
    const error = this.stopped === undefined ? (failure ?? pool.unreachable) : undefined;
    const why =
      error === undefined
        ? (this.stopped ?? "the run has ended")
        : `the agent could not be started: ${error.message}`;
    const result = unexecuted(one, outcomeOf(new NotExercised(why), one.level), context);
    onResult(result, planned);
    return { result, condition: "sound", ended: false, handedOver: [] };
  }
}

/** The result of a request for an instance: none when the run has ended, or the reason of a failed start. */
export async function reach(
  take: () => Promise<AgentInstance | undefined>,
): Promise<AgentInstance | SubjectError | undefined> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof SubjectError) return error;
    if (error instanceof NotExercised) return undefined;
    throw error;
  }
}
