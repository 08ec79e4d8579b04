/** One run, from the start of the agent to the report. It ends in the announced time for any agent. */

import type { RegisteredCheck } from "../checks/registry.js";
import { specIdentity } from "../clauses/spec.js";
import { type Decision, detect } from "../detection/detect.js";
import { createContext, type RunContext } from "../fixtures/context.js";
import { Semaphore } from "../fixtures/semaphore.js";
import type { AgentInstance } from "../fixtures/start.js";
import { Codec } from "../profiles/codec.js";
import type { WireProfile } from "../profiles/types.js";
import type { RunSettings } from "../run-settings.js";
import type { Random } from "../sdk.js";
import { howItEnded, lastOutput } from "../subject/describe-end.js";
import { SubjectError } from "../subject/subject.js";
import { utc } from "../time/iso-time.js";
import type { CheckResult, Report, RunEvent } from "../types.js";
import type { BaselineEntry } from "./baseline.js";
import { buildReport, unexecuted } from "./build-report.js";
import { calibrate } from "./calibrate.js";
import type { RunnerOptions } from "./check-runner.js";
import { answerOf, instanceHealth } from "./instance-health.js";
import { InstancePool } from "./instance-pool.js";
import { type Plan, type Planned, plan, shuffled, worstCase } from "./plan.js";
import { Responsiveness, silenceLimitMs } from "./responsiveness.js";
import { budgetFor, expectedRun, RunEnd } from "./run-deadline.js";
import { retryInconclusive, schedule } from "./scheduler.js";

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
  budgetMs?: number;
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

/** What all parts of a run use. */
interface Running {
  options: RunOptions;
  /** The form that the user has named. */
  asked: Codec | undefined;
  end: RunEnd;
  results: Map<string, CheckResult>;
  note(text: string): void;
}

/** A run that has been announced. */
interface Announced {
  context: RunContext;
  /** When it was announced. */
  started: number;
  /** Why no instance could be started any more. */
  unreachable: SubjectError | undefined;
}

export function run(options: RunOptions): Promise<Report> {
  return options.environment.run(() => runInEnvironment(options));
}

async function runInEnvironment(options: RunOptions): Promise<Report> {
  const { role, subject, onEvent, checks, baseline = [], minCoverage, profile, signal } = options;
  const margin = await calibrate(options.environment);
  const { environment, givenUp } = new Responsiveness(options.environment);
  const asked = profile && new Codec(profile);
  const form = asked && { form: { codec: asked, asked: asked.name } };
  const assuming = createContext({ ...options, ...form, environment, margin_ms: margin.now });
  const note = (text: string) => onEvent({ type: "note", text });
  const end = new RunEnd(environment, signal);
  const results = new Map<string, CheckResult>();
  let silent: SubjectError | undefined;
  if (options.budgetMs !== undefined) end.within(options.budgetMs);
  void givenUp.then((why) => {
    silent = new SubjectError(why);
    end.now(why);
  });
  if (!subject.canStart && role !== "manager")
    note(`waiting for ${subject.label} to register on port ${options.leaguePort ?? ""}`);
  let announced: Announced;
  try {
    announced = await openAndCheck({ options, asked, end, results, note }, assuming);
  } finally {
    end.cancel();
    margin.stop();
    await assuming.starts.close();
  }
  const { context, started } = announced;
  const unreachable = silent ?? announced.unreachable;
  if (unreachable !== undefined) note(unreachable.message);
  const margin_ms = margin.now();
  const about = { checks, results, unreachable, started, margin_ms, baseline, minCoverage, note };
  const report = buildReport(context, about);
  onEvent({ type: "run_finished", report });
  return report;
}

/** @returns when it was announced */
function announce(
  { options }: Running,
  context: RunContext,
  expected_ms: number,
  worst_case_ms: number,
): number {
  const { role, subject, seed, checks, onEvent } = options;
  const started = context.environment.clock.now();
  onEvent({
    type: "run_started",
    role,
    wire: context.form.codec.profile.name,
    agent: subject.label,
    seed,
    started_at: utc(started),
    checks: checks.length,
    expected_ms: Math.min(expected_ms, worst_case_ms),
    worst_case_ms,
    timing_margin_ms: context.margin_ms(),
    spec: specIdentity,
  });
  return started;
}

/** A start that takes longer than this is mentioned, because nothing else is printed until it is over. */
const lateStartMs = 5_000;

/** Opens the first instance, finds the form, and runs the checks. */
async function openAndCheck(running: Running, assuming: RunContext): Promise<Announced> {
  const { options, asked, end } = running;
  let first: AgentInstance | undefined;
  let decision: Decision | undefined;
  try {
    first = await openFirst(running, assuming);
    if (first !== undefined && options.trusted !== true) decision = await detect(assuming, asked, first);
  } catch (error) {
    if (!(error instanceof SubjectError)) throw error;
    return { context: assuming, started: announce(running, assuming, 0, 0), unreachable: error };
  }
  const { form } = decision ?? assuming;
  const context: RunContext = { ...assuming, form };
  // Its peers were there before the form was known.
  if (first !== undefined) first.peerContext.form = form;
  const { role, checks, subject } = options;
  const planned = plan(checks, { role, canStart: subject.canStart, codec: context.form.codec });
  const started = setEnd(running, context, { planned, decision, matches: first?.matches?.capacity });
  for (const { one, outcome } of planned.ruledOut) finish(running, unexecuted(one, outcome, context));
  const pool = new InstancePool(context, end.stop);
  const usual = first && (await Promise.race([answerOf(context, first), end.stop.then(() => undefined)]));
  if (first !== undefined) pool.give(first);
  await runPlanned(running, context, { planned: planned.planned, pool, usual });
  await pool.close();
  return { context, started, unreachable: pool.unreachable };
}

/** It shows whether the agent can be reached, how long its start takes, and which form it uses. */
async function openFirst(
  { options, end, note }: Running,
  context: RunContext,
): Promise<AgentInstance | undefined> {
  const late = context.environment.clock.after(lateStartMs, () => {
    if (options.subject.canStart) note("waiting for the agent to open its port");
  });
  const opening = new InstancePool(context, end.stop).open();
  const first = await opening.finally(() => late.cancel());
  if (first !== undefined) assertRunning(first);
  return first;
}

/** One that has said nothing yet and is gone, such as a player that calls another league manager, has not really started. */
function assertRunning({ agent, peerContext }: AgentInstance): void {
  const exit = agent.instance.exit();
  if (exit === undefined || peerContext.recorder.transcript.receivedCount > 0) return;
  throw new SubjectError(
    `the agent opened its port and ended (${howItEnded(exit)}) before it had sent anything to the league manager that it was given; ${lastOutput(agent.output)}`,
  );
}

const seconds = (ms: number): number => Math.round(ms / 1_000);

interface Prospect {
  planned: Plan;
  decision: Decision | undefined;
  /** How many matches at a time a referee under test has announced. */
  matches: number | undefined;
}

/** Sets the end of the run and announces it. @returns when */
function setEnd(running: Running, context: RunContext, { planned, decision, matches }: Prospect): number {
  const { options, end, note } = running;
  const { subject, budgetMs } = options;
  if (options.defaultBudget === true) end.within(budgetFor(context));
  const needed = expectedRun(context, options.checks, matches);
  if (subject.canStart && options.quick !== true && budgetMs !== undefined && budgetMs < needed)
    note(
      `a whole run takes about ${seconds(needed)} s, and the budget is ${seconds(budgetMs)} s: what does not fit is not exercised; whether the agent can play comes first`,
    );
  const startMs = context.starts.longest_ms;
  const longest = end.within(Math.max(worstCase(planned, startMs), silenceLimitMs() + startMs));
  const started = announce(running, context, needed, longest + (subject.canStart ? CLOSING_MS : 0));
  if (decision === undefined) return started;
  note(`wire form: ${context.form.codec.name} (${decision.why})`);
  for (const text of decision.notes) note(text);
  return started;
}

function finish({ options, results }: Running, result: CheckResult): void {
  results.set(result.id, result);
  options.onEvent({ type: "check_finished", result });
}

interface Work {
  planned: readonly Planned[];
  pool: InstancePool;
  /** The agent's answer to a plain message at the start of the run. */
  usual: string | undefined;
}

/** Those that are not decided at first are repeated one by one. */
async function runPlanned(running: Running, context: RunContext, work: Work): Promise<void> {
  const { options, end, results, note } = running;
  const { planned, pool, usual } = work;
  const { parallel = Number.POSITIVE_INFINITY, shuffle, onEvent } = options;
  const onResult = (result: CheckResult) => finish(running, result);
  const onStart = ({ one }: Planned) =>
    onEvent({ type: "check_started", id: one.check.id, group: one.group });
  const isSound = instanceHealth(context, usual);
  const scheduling = { context, pool, isSound, stop: end.stop, onStart };
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
  if (undecided.length > 0)
    note(
      `not decided at first, so repeated one by one: ${undecided.map(({ one }) => one.check.id).join(", ")}`,
    );
  await retryInconclusive({ ...scheduling, onResult }, undecided, results);
}
