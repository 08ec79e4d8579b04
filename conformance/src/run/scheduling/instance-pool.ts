/**
 * Instances of the agent that run and wait for their next check. An instance is started only when none is free; where an
 * instance may come back soon, a caller can wait for that instead.
 */
import type { RunContext } from "../../fixtures/context.js";
import {
  type AgentInstance,
  openInstance,
  type PlayerInstance,
  type RefereeInstance,
} from "../../fixtures/start.js";
import { plainAnswer } from "../../fixtures/transport-fixture.js";
import { SubjectError } from "../../subject/subject.js";
import { gracePeriodMs } from "../../time/protocol-deadlines.js";
import { Transcript } from "../../transcript.js";

/** After this many starts in a row that failed, no further one is tried. */
const FAILED_STARTS = 2;

export class InstancePool {
  private readonly context: RunContext;
  private readonly stop: Promise<string>;
  private readonly free: AgentInstance[] = [];
  private readonly waiting: ((instance: AgentInstance | undefined) => void)[] = [];
  private expected = 0;
  private failedStarts = 0;
  private hasStarted = false;
  private isOver = false;
  /** Why no instance can be had any more. */
  unreachable: SubjectError | undefined;

  constructor(context: RunContext, stop: Promise<string>) {
    this.context = context;
    this.stop = stop;
    void stop.then(() => {
      this.isOver = true;
      for (const resolve of this.waiting.splice(0)) resolve(undefined);
    });
  }

  /** Gives back an instance that is ready for another check, or hands one over. */
  give(instance: AgentInstance): void {
    this.hasStarted = true;
    if (instance.agent.instance.hasEnded()) return void instance.stop();
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(instance);
    else next(instance);
  }

  /** Announces that an instance may be handed over; the function that it returns says that this is settled. */
  expect(): () => void {
    this.expected += 1;
    return () => {
      this.expected -= 1;
      if (this.expected === 0) for (const resolve of this.waiting.splice(0)) resolve(undefined);
    };
  }

  /** A free instance, or a new one. Undefined when the run has ended or no instance starts (see `unreachable`). */
  async take(): Promise<AgentInstance | undefined> {
    return this.takeFree() ?? (await this.open());
  }

  /** A free instance, or one that is handed over soon; a new one when none is to be expected. */
  async takeSoon(): Promise<AgentInstance | undefined> {
    const free = this.takeFree();
    if (free !== undefined || this.isOver) return free;
    const given =
      this.expected === 0
        ? undefined
        : await new Promise<AgentInstance | undefined>((resolve) => this.waiting.push(resolve));
    return given ?? (this.isOver ? undefined : this.take());
  }

  /** A new instance. @throws SubjectError when it does not start */
  async open(): Promise<AgentInstance | undefined> {
    if (this.isOver || this.unreachable !== undefined) return undefined;
    const { context } = this;
    const transcript = new Transcript(context.environment.clock);
    const opening = openInstance(context, { recorder: { transcript, check: "start" } });
    try {
      const instance = await Promise.race([opening, this.stop.then(() => undefined)]);
      if (instance === undefined) void opening.then((late) => late.stop()).catch(() => undefined);
      this.failedStarts = 0;
      this.hasStarted = true;
      return instance;
    } catch (error) {
      if (!(error instanceof SubjectError)) throw error;
      this.failedStarts += 1;
      if (!this.hasStarted || this.failedStarts >= FAILED_STARTS || !context.subject.canStart)
        this.unreachable = error;
      throw error;
    }
  }

  /** Ends the instances that are free. */
  async close(): Promise<void> {
    await Promise.all(this.free.splice(0).map((instance) => instance.stop()));
  }

  /** A free instance, if there is one. */
  private takeFree(): AgentInstance | undefined {
    for (let instance = this.free.pop(); instance !== undefined; instance = this.free.pop()) {
      if (!instance.agent.instance.hasEnded()) return instance;
      void instance.stop();
    }
    return undefined;
  }
}

// Whether an instance can serve another check after one that it did not pass.

/**
 * After this many instances that were given up the rest are used on: an agent that is never as it was at first would be
 * started again for every check.
 */
const MOST_GIVEN_UP = 8;

/** For one match, of an agent that does not think long. */
const ENOUGH_MS = 3 * gracePeriodMs();

/**
 * The health test of one run.
 * @param usual the agent's answer at the start of the run; default its answer in the first test
 */
export function instanceHealth(
  context: RunContext,
  usual?: string,
): (instance: AgentInstance) => Promise<boolean> {
  let atFirst = usual;
  let givenUp = 0;
  return async (instance) => {
    if (instance.agent.instance.hasEnded()) return false;
    const now = await answerOf(context, instance);
    atFirst ??= now;
    const isSound = now === atFirst && (await stillPlays(context, instance));
    if (isSound) return true;
    givenUp += 1;
    return givenUp > MOST_GIVEN_UP;
  };
}

/** How the agent takes a plain message: what comes of it is not held against it. */
export async function answerOf(context: RunContext, instance: AgentInstance): Promise<string> {
  const { peerContext } = instance;
  return (await plainAnswer(context, instance, { peerContext, random: peerContext.random })).outcome;
}

/** A member that lives on may play no more after what was done to it. */
async function stillPlays(context: RunContext, instance: AgentInstance): Promise<boolean> {
  switch (context.role) {
    case "player":
      return context.seen.choose.done === 0 || stillChooses(instance as PlayerInstance);
    case "referee":
      return stillReferees(instance as RefereeInstance);
    case "manager":
      return true;
  }
}

/** One that answers late is no other player than before. */
async function stillChooses({ league, agent, peerContext }: PlayerInstance): Promise<boolean> {
  const match = league.match({}, league.referee(peerContext.form.knownReferee ?? "REF01"));
  await match.invite(agent);
  const { outcome } = await match.askChoice(agent, { timeoutMs: ENOUGH_MS });
  await match.gameOver(agent);
  return outcome === "message" || outcome === "failure";
}

/** A referee that still waits for the players of an earlier match may have no place for another one. */
async function stillReferees({ league }: RefereeInstance): Promise<boolean> {
  const match = await league.runMatch({ timeoutMs: ENOUGH_MS, settleMs: 0 });
  return match.report !== undefined;
}
