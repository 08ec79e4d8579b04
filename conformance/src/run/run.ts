/** One run, from the start of the agent to the report. It ends in the announced time for any agent. */

import { specIdentity } from "../clauses/spec.js";
import { createContext, longestStart, type RunContext } from "../fixtures/context.js";
import { launcherOf } from "../fixtures/launch.js";
import type { AgentInstance } from "../fixtures/start.js";
import { Codec } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import { howItEnded, lastOutput } from "../subject/describe-end.js";
import { SubjectError } from "../subject/subject.js";
import { utc } from "../time/iso-time.js";
import type { CheckResult, Report } from "../types.js";
import { buildReport, unexecuted } from "./build-report.js";
import { calibrate } from "./calibrate.js";
import type { RunnerOptions } from "./check-runner.js";
import { type Decision, Detection } from "./detect.js";
import { answerOf, instanceHealth } from "./instance-health.js";
import { InstancePool } from "./instance-pool.js";
import { type Plan, type Planned, plan, shuffled, worstCase } from "./plan.js";
import { Responsiveness, silenceLimitMs } from "./responsiveness.js";
import { retryInconclusive } from "./retry-inconclusive.js";
import { budgetFor, expectedRun, RunEnd } from "./run-deadline.js";
import type { RunOptions } from "./run-options.js";
import { schedule } from "./scheduler.js";
import { Semaphore } from "./semaphore.js";

/** Time to end agents that do not end by themselves, after the last check. */
export const CLOSING_MS = 3_000;

/** A run that has begun. */
interface Running {
  options: RunOptions;
  context: RunContext;
  /** The form that the user has named. */
  asked: Codec | undefined;
  end: RunEnd;
  results: Map<string, CheckResult>;
  /** When it was announced. */
  started: number;
  note(text: string): void;
}

export function run(options: RunOptions): Promise<Report> {
  return options.environment.run(() => runInEnvironment(options));
}

async function runInEnvironment(options: RunOptions): Promise<Report> {
  const { role, subject, onEvent, checks, baseline = [], minCoverage, profile, signal } = options;
  const margin = await calibrate(options.environment);
  const { environment, givenUp } = new Responsiveness(options.environment);
  const asked = profile && new Codec(profile);
  const codec = asked ?? new Codec(loadProfile("canonical"));
  const context = createContext({ ...options, environment, codec, margin_ms: margin.now });
  const note = (text: string) => onEvent({ type: "note", text });
  const end = new RunEnd(environment, signal);
  const results = new Map<string, CheckResult>();
  const running = { options, context, asked, end, results, started: environment.clock.now(), note };
  let unreachable: SubjectError | undefined;
  if (options.budgetMs !== undefined) end.within(options.budgetMs);
  void givenUp.then((why) => {
    unreachable ??= new SubjectError(why);
    end.now(why);
  });
  if (!subject.canStart && role !== "manager")
    note(`waiting for ${subject.label} to register on port ${options.leaguePort ?? ""}`);
  try {
    const lost = await openAndCheck(running);
    unreachable ??= lost;
    if (unreachable !== undefined) note(unreachable.message);
  } catch (error) {
    if (!(error instanceof SubjectError)) throw error;
    unreachable = error;
    announce(running, 0);
    note(error.message);
  } finally {
    end.cancel();
    margin.stop();
    await launcherOf(context).close();
    await (await context.sharedManager?.catch(() => undefined))?.close();
  }
  const { started } = running;
  const margin_ms = margin.now();
  const about = { checks, results, unreachable, started, margin_ms, baseline, minCoverage, note };
  const report = buildReport(context, about);
  onEvent({ type: "run_finished", report });
  return report;
}

function announce(running: Running, worst_case_ms: number): void {
  const { options, context } = running;
  const { role, subject, seed, checks, onEvent } = options;
  running.started = context.environment.clock.now();
  onEvent({
    type: "run_started",
    role,
    wire: context.codec.profile.name,
    agent: subject.label,
    seed,
    started_at: utc(running.started),
    checks: checks.length,
    expected_ms: Math.min(expectedRun(context, checks), worst_case_ms),
    worst_case_ms,
    timing_margin_ms: context.margin_ms(),
    spec: specIdentity,
  });
}

/** A start that takes longer than this is mentioned, because nothing else is printed until it is over. */
const lateStartMs = 5_000;

/** Opens the first instance, finds the form, and runs the checks. Gives back why no instance could be started any more. */
async function openAndCheck(running: Running): Promise<SubjectError | undefined> {
  const { options, context, asked, end } = running;
  const detection = options.trusted === true ? undefined : new Detection(context, asked);
  detection?.listen();
  const pool = new InstancePool(context, end.stop);
  // It shows whether the agent can be reached, how long its start takes, and which form it uses.
  const late = context.environment.clock.after(lateStartMs, () => {
    if (options.subject.canStart) running.note("waiting for the agent to open its port");
  });
  const first = await pool.open().finally(() => late.cancel());
  if (first !== undefined) assertRunning(first);
  const decision = first && (await detection?.decide(first));
  context.found = {
    ...(asked === undefined ? {} : { asked: asked.name }),
    ...(decision?.understood === false ? { misunderstood: decision.why } : {}),
  };
  const { role, checks, subject } = options;
  const planned = plan(checks, { role, canStart: subject.canStart, codec: context.codec });
  setEnd(running, planned, decision);
  for (const { one, outcome } of planned.ruledOut) finish(running, unexecuted(one, outcome, context));
  if (first !== undefined) {
    const answer = await Promise.race([answerOf(context, first), end.stop.then(() => undefined)]);
    if (answer !== undefined) context.usualAnswer = answer;
    pool.give(first);
  }
  await runPlanned(running, planned.planned, pool);
  await pool.close();
  return pool.unreachable;
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

/** Sets the end of the run and announces it. */
function setEnd(running: Running, planned: Plan, decision: Decision | undefined): void {
  const { options, context, end, note } = running;
  const { subject, budgetMs } = options;
  if (options.defaultBudget === true) end.within(budgetFor(context));
  const needed = expectedRun(context, options.checks);
  if (subject.canStart && options.quick !== true && budgetMs !== undefined && budgetMs < needed)
    note(
      `a whole run takes about ${seconds(needed)} s, and the budget is ${seconds(budgetMs)} s: what does not fit is not exercised; whether the agent can play comes first`,
    );
  const startMs = longestStart(context);
  const longest = end.within(Math.max(worstCase(planned, startMs), silenceLimitMs() + startMs));
  announce(running, longest + (subject.canStart ? CLOSING_MS : 0));
  if (decision === undefined) return;
  note(`wire form: ${context.codec.name} (${decision.why})`);
  for (const text of decision.notes) note(text);
}

function finish({ options, results }: Running, result: CheckResult): void {
  results.set(result.id, result);
  options.onEvent({ type: "check_finished", result });
}

/** Those that are not decided at first are repeated one by one. */
async function runPlanned(running: Running, planned: readonly Planned[], pool: InstancePool): Promise<void> {
  const { options, context, end, results, note } = running;
  const { parallel = Number.POSITIVE_INFINITY, shuffle, onEvent } = options;
  const onResult = (result: CheckResult) => finish(running, result);
  const onStart = ({ one }: Planned) =>
    onEvent({ type: "check_started", id: one.check.id, group: one.group });
  const scheduling = { context, pool, isSound: instanceHealth(context), stop: end.stop, onStart };
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
