/** Runs single checks on the instances that they are given, says how each ended, and judges the instances afterwards. */
import { longest, type RegisteredCheck } from "../../checks/registry.js";
import { createExpect, type Expect } from "../../expect.js";
import { newPeerContext, type RunContext } from "../../fixtures/context.js";
import { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { PlayerFixture, RefereeFixture } from "../../fixtures/member-fixtures.js";
import type { Semaphore } from "../../fixtures/semaphore.js";
import type { AgentInstance, PlayerInstance, RefereeInstance } from "../../fixtures/start.js";
import { TransportFixture } from "../../fixtures/transport-fixture.js";
import type { PeerContext } from "../../peers/exchange/peer-context.js";
import { type Random, seededRandom } from "../../sdk.js";
import { type Exit, SubjectError } from "../../subject/subject.js";
import { within } from "../../time/pause.js";
import { Transcript } from "../../transcript.js";
import type { CheckResult } from "../../types.js";
import { type CheckOutcome, Inconclusive, NotExercised, outcomeOf } from "../../verdict.js";
import { resultOf, unexecuted } from "../build-report.js";
import { blamingJson, judgeExit, judgeTakenAway, withAgentOutput, writtenSince } from "./agent-output.js";
import { endsTheAgent } from "./importance.js";
import type { InstancePool } from "./instance-pool.js";
import type { Planned } from "./plan.js";

interface Execution {
  result: CheckResult;
  /**
   * Of the instance that it ran on: `sound` for another check; `doubtful` when the check did not pass, and may have left
   * something open; `unusable` when its process has ended or the check still goes on.
   */
  condition: "sound" | "doubtful" | "unusable";
  /** The process of the instance ended during the check. */
  ended: boolean;
  /** Instances that the check has started and that can serve other checks. */
  handedOver: AgentInstance[];
}

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
  isSound(instance: AgentInstance): Promise<boolean> {
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

/** @param stop resolves with the reason when the run must end */
async function execute(
  context: RunContext,
  one: RegisteredCheck,
  agentInstance: AgentInstance | undefined,
  stop: Promise<string>,
): Promise<Execution> {
  const { check } = one;
  const { clock } = context.environment;
  const transcript = new Transcript(clock);
  const peerContext = agentInstance?.peerContext ?? newPeerContext(context, check.id);
  peerContext.recorder.transcript = transcript;
  peerContext.recorder.check = check.id;
  peerContext.recorder.unusual = check.unusual;
  const expect = createExpect(() => context.margin_ms());
  const random = seededRandom(`${context.seed}/${check.id}`);
  const fixture = fixtureFor(context, one, peerContext, agentInstance, expect, random);
  const started = clock.now();
  const givenInstance = agentInstance?.agent.instance;
  const outputBefore = agentInstance?.agent.output ?? "";

  const ran = check.run(fixture).then<CheckOutcome, CheckOutcome>(
    () => ({ verdict: "pass" }),
    (thrown: unknown) =>
      outcomeOf(thrown instanceof SubjectError ? new NotExercised(thrown.message) : thrown, one.level),
  );
  const limit = longest(one, context.starts.longest_ms) + context.margin_ms();
  const late = () => outcomeOf(new Inconclusive(`the check did not end within ${limit} ms`), one.level);
  const stopped = stop.then((why) => outcomeOf(new NotExercised(why), one.level));
  let abandoned = true;
  const finished = ran.then((outcome) => {
    abandoned = false;
    return outcome;
  });
  const outcome = await Promise.race([context.starts.waits.within(limit, finished, late), stopped]);
  const exit =
    agentInstance === undefined
      ? undefined
      : await exitOf(context, agentInstance, outcome.verdict !== "pass");
  const handedOver =
    outcome.verdict === "pass" && context.subject.canStart ? (fixture.handOver?.() ?? []) : [];
  const closed = fixture.close().catch((error: unknown) => transcript.note(`closing: ${String(error)}`));
  if (!abandoned) await closed;
  // A check that restarts its instance has another one then.
  const isTakenAway =
    givenInstance?.endedBySuite() === true && agentInstance?.agent.instance === givenInstance;
  const entries = () => (context.verdictsOnly === true ? [] : transcript.entries);
  const judged = isTakenAway
    ? judgeTakenAway(outcome)
    : exit === undefined
      ? withAgentOutput(blamingJson(outcome, entries), entries, () =>
          writtenSince(outputBefore, agentInstance?.agent.output ?? ""),
        )
      : judgeExit(outcome, one, exit, agentInstance?.agent.output ?? "");
  const final =
    judged.verdict === "pass"
      ? requireEvidence(judged, transcript.receivedCount, expect.assertionCount)
      : judged;
  if (final.verdict === "inconclusive") context.shared.markInconclusive(check.id);
  const result = resultOf(one, final, clock.now() - started, transcript, context);
  // A check that failed or was not reached may have left a match open; the next check must not be affected.
  const isClean = final.verdict === "pass" || final.verdict === "not-applicable" || !context.subject.canStart;
  const isUsable = exit === undefined && !isTakenAway && !abandoned;
  return {
    result,
    condition: isUsable ? (isClean ? "sound" : "doubtful") : "unusable",
    ended: exit !== undefined,
    handedOver,
  };
}

interface CheckFixture {
  /** Instances that the check has started and that other checks can use. */
  handOver?(): AgentInstance[];
  close(): Promise<void>;
}

function fixtureFor(
  context: RunContext,
  { side }: RegisteredCheck,
  peerContext: PeerContext,
  instance: AgentInstance | undefined,
  ...around: [Expect, Random]
): CheckFixture {
  switch (side) {
    case "transport":
      return new TransportFixture(context, peerContext, instance, ...around);
    case "player":
      return new PlayerFixture(context, peerContext, instance as PlayerInstance | undefined, ...around);
    case "referee":
      return new RefereeFixture(context, peerContext, instance as RefereeInstance | undefined, ...around);
    case "manager":
      return new ManagerFixture(context, peerContext, undefined, ...around);
  }
}

/** Connections break shortly before the system reports the end of the process. */
const EXIT_SHOWS_MS = 100;

/** @param isSuspected whether something was missing that an instance that has ended cannot send */
export async function exitOf(
  { environment, subject }: RunContext,
  { agent }: AgentInstance,
  isSuspected: boolean,
): Promise<Exit | undefined> {
  const { instance } = agent;
  if (isSuspected && subject.canStart)
    await within(environment.clock, EXIT_SHOWS_MS, instance.exited, () => undefined);
  return instance.exit();
}

/** A pass needs proof that the stimulus arrived and that an answer was checked. */
function requireEvidence(outcome: CheckOutcome, received: number, assertions: number): CheckOutcome {
  if (received > 0 && assertions > 0) return outcome;
  const missing =
    received === 0 ? "no message of the agent was received" : "no message of the agent was checked";
  return { verdict: "not-exercised", diagnosis: `nothing was wrong, but ${missing}, so nothing is proven` };
}
