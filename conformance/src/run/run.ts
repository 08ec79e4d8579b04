/** One run, from the start of the agent to the report. It ends in the announced time for any agent. */

import type { RegisteredCheck } from "../checks/registry.js";
import { specIdentity } from "../clauses.js";
import { type Decision, detect } from "../detection/detect.js";
import { createContext, type RunContext } from "../fixtures/context.js";
import { Semaphore } from "../fixtures/semaphore.js";
import type { AgentInstance } from "../fixtures/start.js";
import { Codec, type WireProfile } from "../profiles/codec.js";
import type { RunSettings } from "../run-settings.js";
import type { Random } from "../sdk.js";
import { howItEnded, lastOutput, SubjectError } from "../subject/subject.js";
import { utc } from "../time/iso-time.js";
import type { CheckResult, Report, RunEvent } from "../types.js";
import type { BaselineEntry } from "./baseline.js";
import { buildReport, unexecuted } from "./build-report.js";
import { calibrate, type TimingMargin } from "./calibrate.js";
import { budgetFor, expectedRun, Responsiveness, RunEnd, silenceLimitMs } from "./run-end.js";
import { exitOf, type RunnerOptions } from "./scheduling/check-runner.js";
import { answerOf, InstancePool, instanceHealth } from "./scheduling/instance-pool.js";
import { type Plan, plan, shuffled, worstCase } from "./scheduling/plan.js";
import { retryInconclusive, schedule } from "./scheduling/scheduler.js";

/** The options of one run, beyond those that its checks see. */
export interface RunOptions extends RunSettings {
  checks: readonly RegisteredCheck[];
  /** The form that the agent is asked to use. Undefined: detect it. */
  profile?: WireProfile | undefined;
  /** Uses the profile without testing whether the agent supports it. */
  trusted?: boolean;
  /** Shuffles the checks. */
  shuffle?: Random;
  /** Milliseconds; default what the checks can take at most. */
  budgetMs?: number | undefined;
  /**
   * Instead of a budget: the run gets what an agent of this role needs, with the measured cost of its starts. Waiting for an
   * agent that is not there yet does not count.
   */
  defaultBudget?: boolean;
  baseline?: readonly BaselineEntry[] | undefined;
  /** Percent of the MUST clauses that must be exercised. */
  minCoverage?: number | undefined;
  /** Aborted to end the run early; its reason becomes the diagnosis of what was not run. */
  signal?: AbortSignal;
  onEvent(event: RunEvent): void;
}

/** Time to end agents that do not end by themselves, after the last check. */
export const CLOSING_MS = 3_000;

/** A start that takes longer than this is mentioned, because nothing else is printed until it is over. */
const LATE_START_MS = 5_000;

const seconds = (ms: number): number => Math.round(ms / 1_000);

export function run(options: RunOptions): Promise<Report> {
  return options.environment.run(async () => new Run(options, await calibrate(options.environment)).whole());
}

class Run {
  private readonly options: RunOptions;
  private readonly margin: TimingMargin;
  /** The form that the user has named. */
  private readonly asked: Codec | undefined;
  private readonly end: RunEnd;
  private readonly results = new Map<string, CheckResult>();
  /** Replaced once, when the form of the agent is known. */
  private context: RunContext;
  /** When the run was announced. */
  private started = 0;
  /** Why the agent could not be started or reached. */
  private unreachable: SubjectError | undefined;

  constructor(options: RunOptions, margin: TimingMargin) {
    const { profile, signal, budgetMs } = options;
    const { environment, givenUp } = new Responsiveness(options.environment);
    this.options = options;
    this.margin = margin;
    this.asked = profile && new Codec(profile);
    const form = this.asked && { form: { codec: this.asked, asked: this.asked.name } };
    this.context = createContext({ ...options, ...form, environment, margin_ms: margin.now });
    this.end = new RunEnd(environment, signal);
    if (budgetMs !== undefined) this.end.within(budgetMs);
    void givenUp.then((why) => {
      this.unreachable = new SubjectError(why);
      this.end.now(why);
    });
  }

  async whole(): Promise<Report> {
    const { role, subject, checks, leaguePort, baseline = [], minCoverage, onEvent } = this.options;
    if (!subject.canStart && role !== "manager")
      this.note(`waiting for ${subject.label} to register on port ${leaguePort ?? ""}`);
    try {
      await this.openAndCheck();
    } finally {
      this.end.cancel();
      this.margin.stop();
      await this.context.starts.close();
    }
    const { results, unreachable, started } = this;
    if (unreachable !== undefined) this.note(unreachable.message);
    const about = { checks, results, unreachable, started, baseline, minCoverage };
    const report = buildReport(this.context, {
      ...about,
      margin_ms: this.margin.now(),
      note: (text) => this.note(text),
    });
    onEvent({ type: "run_finished", report });
    return report;
  }

  private note(text: string): void {
    this.options.onEvent({ type: "note", text });
  }

  /** Opens the first instance, finds the form, and runs the checks. */
  private async openAndCheck(): Promise<void> {
    const { role, checks, subject, trusted } = this.options;
    let first: AgentInstance | undefined;
    let decision: Decision | undefined;
    try {
      first = await this.openFirst();
      if (first !== undefined && trusted !== true) decision = await detect(this.context, this.asked, first);
    } catch (error) {
      if (!(error instanceof SubjectError)) throw error;
      this.announce(0, 0);
      this.unreachable ??= error;
      return;
    }
    const { form } = decision ?? this.context;
    this.context = { ...this.context, form };
    // Its peers were there before the form was known.
    if (first !== undefined) first.peerContext.form = form;
    const planned = plan(checks, { role, canStart: subject.canStart, codec: form.codec });
    this.setEnd(planned, decision, first?.matches?.capacity);
    for (const { one, outcome } of planned.ruledOut) this.finish(unexecuted(one, outcome, this.context));
    const pool = new InstancePool(this.context, this.end.stop);
    const stopped = this.end.stop.then(() => undefined);
    const usual = first && (await Promise.race([this.usualAnswer(first), stopped]));
    if (first !== undefined) pool.give(first);
    await this.runPlanned(planned, pool, usual);
    await pool.close();
    this.unreachable ??= pool.unreachable;
  }

  /** How the agent takes a plain message; undefined if a message that shows its form has ended it, which a check is to find. */
  private async usualAnswer(first: AgentInstance): Promise<string | undefined> {
    const usual = await answerOf(this.context, first);
    const exit = await exitOf(this.context, first, usual === "failure");
    return exit === undefined ? usual : undefined;
  }

  /** It shows whether the agent can be reached, how long its start takes, and which form it uses. */
  private async openFirst(): Promise<AgentInstance | undefined> {
    const late = this.context.environment.clock.after(LATE_START_MS, () => {
      if (this.options.subject.canStart) this.note("waiting for the agent to open its port");
    });
    const opening = new InstancePool(this.context, this.end.stop).open();
    const first = await opening.finally(() => late.cancel());
    if (first !== undefined) assertRunning(first);
    return first;
  }

  /** Sets the end of the run and announces it. @param matches how many at a time a referee under test has announced */
  private setEnd(planned: Plan, decision: Decision | undefined, matches: number | undefined): void {
    const { context, end } = this;
    const { subject, budgetMs, defaultBudget, quick, checks } = this.options;
    if (defaultBudget === true) end.within(budgetFor(context));
    const needed = expectedRun(context, checks, matches);
    if (subject.canStart && quick !== true && budgetMs !== undefined && budgetMs < needed)
      this.note(
        `a whole run takes about ${seconds(needed)} s, and the budget is ${seconds(budgetMs)} s: what does not fit is not exercised; whether the agent can play comes first`,
      );
    const startMs = context.starts.longest_ms;
    const longest = end.within(Math.max(worstCase(planned, startMs), silenceLimitMs() + startMs));
    this.announce(needed, longest + (subject.canStart ? CLOSING_MS : 0));
    if (decision === undefined) return;
    this.note(`wire form: ${context.form.codec.name} (${decision.why})`);
    for (const text of decision.notes) this.note(text);
  }

  private announce(expected_ms: number, worst_case_ms: number): void {
    const { role, subject, seed, checks, onEvent } = this.options;
    this.started = this.context.environment.clock.now();
    onEvent({
      type: "run_started",
      role,
      wire: this.context.form.codec.profile.name,
      agent: subject.label,
      seed,
      started_at: utc(this.started),
      checks: checks.length,
      expected_ms: Math.min(expected_ms, worst_case_ms),
      worst_case_ms,
      timing_margin_ms: this.context.margin_ms(),
      spec: specIdentity,
    });
  }

  private finish(result: CheckResult): void {
    this.results.set(result.id, result);
    this.options.onEvent({ type: "check_finished", result });
  }

  /**
   * Checks that are not decided at first are repeated one by one.
   * @param usual the agent's answer to a plain message at the start of the run
   */
  private async runPlanned({ planned }: Plan, pool: InstancePool, usual: string | undefined): Promise<void> {
    const { context, end, results } = this;
    const { parallel = Number.POSITIVE_INFINITY, shuffle, onEvent } = this.options;
    const onResult = (result: CheckResult) => this.finish(result);
    const onStart: RunnerOptions["onStart"] = ({ one }) =>
      onEvent({ type: "check_started", id: one.check.id, group: one.group });
    const scheduling = { context, pool, isSound: instanceHealth(context, usual), stop: end.stop, onStart };
    const atOnce: RunnerOptions = {
      ...scheduling,
      slots: new Semaphore(parallel),
      onResult: (result, { place }) => {
        // An inconclusive check is announced when it has been settled.
        if (result.verdict === "inconclusive" && place !== "observer") results.set(result.id, result);
        else onResult(result);
      },
    };
    await schedule(atOnce, shuffle === undefined ? planned : shuffled(planned, shuffle));
    const undecided = planned.filter(({ one }) => results.get(one.check.id)?.verdict === "inconclusive");
    const ids = undecided.map(({ one }) => one.check.id).join(", ");
    if (undecided.length > 0) this.note(`not decided at first, so repeated one by one: ${ids}`);
    await retryInconclusive({ ...scheduling, onResult }, undecided, results);
  }
}

/** One that has said nothing yet and is gone, such as a player that calls another league manager, has not really started. */
function assertRunning({ agent, peerContext }: AgentInstance): void {
  const exit = agent.instance.exit();
  if (exit === undefined || peerContext.recorder.transcript.receivedCount > 0) return;
  throw new SubjectError(
    `the agent opened its port and ended (${howItEnded(exit)}) before it had sent anything to the league manager that it was given; ${lastOutput(agent.output)}`,
  );
}
