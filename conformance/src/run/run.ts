/** One run from the first word to the report. It ends in the time that it announces, whatever the agent does. */

import type { RegisteredCheck } from "../checks/registry.js";
import { specIdentity } from "../clauses/spec.js";
import type { Environment } from "../environment/environment.js";
import { createContext, longestStart, type RunContext } from "../fixtures/context.js";
import { Codec } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import type { WireProfile } from "../profiles/types.js";
import type { Random } from "../sdk.js";
import { type Subject, SubjectError } from "../subject/subject.js";
import { utc } from "../time/utc.js";
import { Transcript } from "../transcript.js";
import type { CheckResult, Machine, Report, Role, RunEvent } from "../types.js";
import type { BaselineEntry } from "./baseline.js";
import { budgetFor, expectedRun } from "./budget.js";
import { buildReport } from "./build-report.js";
import { calibrate } from "./calibrate.js";
import type { RunnerOptions } from "./check-runner.js";
import { type Decision, Detection } from "./detect.js";
import { unexecuted } from "./execute.js";
import { InstancePool } from "./instance-pool.js";
import { type Planned, plan, shuffled, worstCase } from "./plan.js";
import { Responsiveness } from "./responsiveness.js";
import { retryInconclusive } from "./retry-inconclusive.js";
import { type AgentInstance, type RoleKit, roleKit } from "./role-kit.js";
import { RunEnd } from "./run-deadline.js";
import { schedule } from "./scheduler.js";
import { Semaphore } from "./semaphore.js";
import { answerOf } from "./soundness.js";

export interface RunOptions {
  role: Role;
  stage: Environment;
  subject: Subject;
  checks: readonly RegisteredCheck[];
  seed: number;
  /** How many generated negatives a check may send for each message. */
  fuzz?: number;
  /** The form that the agent is asked to speak. Undefined: find it out. */
  profile?: WireProfile;
  /** Takes the profile at its word, without trying whether the agent speaks it. */
  trusted?: boolean;
  /** Instances at once, when the user has said so; default: as many as the machine starts without delay. */
  parallel?: number;
  /** Processors of this machine; undefined where starts cost nothing, as on simulated time. */
  cores?: number;
  /** The transcripts are not read: results come without them, and sooner. */
  verdictsOnly?: boolean;
  /** Only quick checks were selected; the report names that. */
  quick?: true;
  /** Another order than the usual one, by chance. */
  shuffle?: Random;
  /** Milliseconds; default what the checks can take at most. */
  budgetMs?: number;
  /**
   * Instead of a budget: the run gets what an agent of this role needs, with the measured cost of its starts. Waiting for an
   * agent that is not there yet does not count.
   */
  defaultBudget?: boolean;
  leaguePort?: number;
  players?: number;
  referees?: number;
  baseline?: readonly BaselineEntry[];
  minCoverage?: number;
  /** Aborted to end the run early; its reason becomes the diagnosis of what was not run. */
  signal?: AbortSignal;
  onEvent(event: RunEvent): void;
}

/** Ending agents that do not want to end, after the last check. */
export const CLOSING_MS = 3_000;

export function run(options: RunOptions): Promise<Report> {
  return options.stage.run(() => conduct(options));
}

async function conduct(options: RunOptions): Promise<Report> {
  const { role, subject, onEvent, checks, baseline = [], minCoverage } = options;
  const margin = await calibrate(options.stage);
  const responsiveness = new Responsiveness(options.stage);
  const { stage } = responsiveness;
  const asked = options.profile === undefined ? undefined : new Codec(options.profile);
  const codec = asked ?? new Codec(loadProfile("canonical"));
  const context = createContext({
    ...options,
    stage,
    codec,
    margin_ms: margin.now,
    oneInstance: options.parallel === 1 || options.quick === true,
    oneLeague: options.quick,
  });
  const results = new Map<string, CheckResult>();
  const note = (text: string) => onEvent({ type: "note", text });
  let started = stage.clock.now();
  let unreachable: SubjectError | undefined;
  const announce = (worst_case_ms: number) => {
    started = stage.clock.now();
    onEvent({
      type: "run_started",
      role,
      wire: context.codec.profile.name,
      agent: subject.label,
      seed: options.seed,
      started_at: utc(started),
      checks: checks.length,
      expected_ms: Math.min(expectedRun(context), worst_case_ms),
      worst_case_ms,
      timing_margin_ms: margin.now(),
      spec: specIdentity,
    });
  };
  const end = new RunEnd(stage, options.signal);
  if (options.budgetMs !== undefined) end.within(options.budgetMs);
  void responsiveness.givenUp.then((why) => {
    unreachable ??= new SubjectError(why);
    end.now(why);
  });
  if (!subject.canStart && role !== "manager")
    note(`waiting for ${subject.label} to register on port ${options.leaguePort ?? ""}`);
  try {
    const detection = options.trusted === true ? undefined : new Detection(context, asked);
    detection?.listen();
    const kit = roleKit(context);
    const instance = await openFirst(context, kit, end);
    const decision = instance === undefined ? undefined : await detection?.decide(instance);
    context.found = {
      ...(asked === undefined ? {} : { asked: asked.name }),
      ...(decision?.understood === false ? { misunderstood: decision.why } : {}),
    };
    const lost = await perform(options, context, { kit, instance, results, announce, end, decision, note });
    unreachable ??= lost;
    if (unreachable !== undefined) note(unreachable.message);
  } catch (error) {
    if (!(error instanceof SubjectError)) throw error;
    unreachable = error;
    announce(0);
    note(error.message);
  } finally {
    end.cancel();
    margin.stop();
    await subject.close();
    await (await context.sharedManager?.catch(() => undefined))?.close();
  }
  const report = buildReport(context, {
    checks,
    results,
    unreachable,
    started,
    machine: machineOf(context, margin.now()),
    quick: options.quick === true,
    baseline,
    minCoverage,
    note,
  });
  onEvent({ type: "run_finished", report });
  return report;
}

function machineOf({ instances, startCost, startsAtOnce, subject }: RunContext, margin_ms: number): Machine {
  const cost =
    startCost === undefined || !subject.canStart
      ? {}
      : {
          start_ms: Math.round(startCost.wall_ms),
          ...(startCost.cpu_ms === undefined ? {} : { start_cpu_ms: Math.round(startCost.cpu_ms) }),
          starts_at_once: startsAtOnce,
        };
  return {
    timing_margin_ms: margin_ms,
    instances_started: subject.canStart ? instances.started : 0,
    ...cost,
  };
}

const seconds = (ms: number): number => Math.round(ms / 1_000);

/** The first instance: it shows whether the agent can be had at all, how long that takes, and how it speaks. */
async function openFirst(
  context: RunContext,
  kit: RoleKit,
  { stop }: RunEnd,
): Promise<AgentInstance | undefined> {
  const { clock } = context.stage;
  const opening = kit.open({ transcript: new Transcript(clock), check: "start" });
  const instance = await Promise.race([opening, stop.then(() => undefined)]);
  if (instance === undefined) opening.catch(() => undefined);
  return instance;
}

interface Performance {
  kit: RoleKit;
  /** Undefined when the run had to end before there was one. */
  instance: AgentInstance | undefined;
  results: Map<string, CheckResult>;
  announce(worst_case_ms: number): void;
  end: RunEnd;
  /** How the wire form was found. */
  decision: Decision | undefined;
  note(text: string): void;
}

/** Runs the checks. Gives back why no instance could be started any more, if that happened. */
async function perform(
  options: RunOptions,
  context: RunContext,
  about: Performance,
): Promise<SubjectError | undefined> {
  const { role, subject, onEvent, parallel, shuffle } = options;
  const { stage } = context;
  const { kit, instance, results, note, end } = about;
  const { codec } = context;
  const { planned, ruledOut } = plan(options.checks, {
    role,
    canStart: subject.canStart,
    real: stage.real,
    codec,
  });
  if (options.defaultBudget === true) end.within(budgetFor(context));
  const needed = expectedRun(context);
  if (subject.canStart && options.quick !== true && (options.budgetMs ?? needed) < needed)
    note(
      `a whole run takes about ${seconds(needed)} s, and the budget is ${seconds(options.budgetMs ?? 0)} s: what does not fit is not exercised; whether the agent can play comes first`,
    );
  const longest = end.within(worstCase({ planned, ruledOut }, longestStart(context)));
  about.announce(longest + (subject.canStart ? CLOSING_MS : 0));
  if (about.decision !== undefined) {
    note(`wire form: ${codec.name} (${about.decision.why})`);
    for (const text of about.decision.notes) note(text);
  }
  const onResult = (result: CheckResult) => {
    results.set(result.id, result);
    onEvent({ type: "check_finished", result });
  };
  const onStart = ({ one }: Planned) =>
    onEvent({ type: "check_started", id: one.check.id, group: one.group });
  for (const { one, outcome } of ruledOut) onResult(unexecuted(one, outcome, context));
  if (instance !== undefined) {
    const answer = await Promise.race([answerOf(context, instance), end.stop.then(() => undefined)]);
    if (answer !== undefined) context.usualAnswer = answer;
  }
  const pool = new InstancePool(context, kit, end.stop);
  const scheduling = { context, kit, pool, stop: end.stop, onStart };
  if (instance !== undefined) pool.give(instance);
  const running: RunnerOptions = {
    ...scheduling,
    slots: new Semaphore(parallel ?? Number.POSITIVE_INFINITY),
    onResult: (result, { place }) => {
      // An inconclusive check is announced when it has been settled.
      if (result.verdict === "inconclusive" && place !== "observer") results.set(result.id, result);
      else onResult(result);
    },
  };
  await schedule(running, shuffle === undefined ? planned : shuffled(planned, shuffle));
  const undecided = planned.filter(({ one }) => results.get(one.check.id)?.verdict === "inconclusive");
  await retryInconclusive({ ...scheduling, onResult }, undecided, results);
  await pool.close();
  return pool.unreachable;
}
