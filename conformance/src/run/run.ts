/** One run from the first word to the report. It ends in the time that it announces, whatever the agent does. */
import { createContext, type RunContext } from "../bench/context.js";
import type { RegisteredCheck } from "../checks/registry.js";
import { specIdentity } from "../clauses/spec.js";
import type { Random } from "../doors.js";
import { Codec } from "../profiles/codec.js";
import type { WireProfile } from "../profiles/types.js";
import type { Stage } from "../stage/stage.js";
import { type Subject, SubjectError } from "../subject/subject.js";
import { utc } from "../time/utc.js";
import { Transcript } from "../transcript.js";
import type { CheckResult, Report, Role, RunEvent } from "../types.js";
import type { BaselineEntry } from "./baseline.js";
import { calibrate } from "./calibrate.js";
import { conclude } from "./conclude.js";
import { candidates, Detection } from "./detect.js";
import { RunEnd } from "./ending.js";
import { unexecuted } from "./execute.js";
import { Lanes } from "./lanes.js";
import { type Planned, plan, shuffled, worstCase } from "./plan.js";
import { type RoleKit, roleKit, type World } from "./role-kit.js";
import { settle } from "./settle.js";

export interface RunOptions {
  role: Role;
  stage: Stage;
  subject: Subject;
  checks: readonly RegisteredCheck[];
  seed: number;
  /** How many generated negatives a check may send for each message. */
  fuzz?: number;
  /** Undefined: find it out. */
  profile?: WireProfile;
  /** Instances at once. */
  lanes: number;
  /** How many of them may be starting at once; default all. */
  starts?: number;
  /** Another order than the usual one, by chance. */
  shuffle?: Random;
  /** Milliseconds; default what the checks can take at most. */
  budgetMs?: number;
  leaguePort?: number;
  players?: number;
  referees?: number;
  baseline?: readonly BaselineEntry[];
  minCoverage?: number;
  /** Aborted to end the run early; its reason becomes the diagnosis of what was not run. */
  signal?: AbortSignal;
  onEvent(event: RunEvent): void;
}

/** What a start that was quick once may take at another time. */
const START_FACTOR = 4;
const LEAST_START_MS = 2_000;

export function run(options: RunOptions): Promise<Report> {
  return options.stage.run(() => conduct(options));
}

async function conduct(options: RunOptions): Promise<Report> {
  const { role, stage, subject, onEvent, checks, baseline = [], minCoverage } = options;
  const margin = await calibrate(stage);
  const codecs = candidates(role);
  const codec = options.profile === undefined ? codecs[0] : new Codec(options.profile, role);
  if (codec === undefined) throw new Error("the package has lost its wire profiles");
  const context = createContext({ ...options, codec, margin_ms: margin.now });
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
      worst_case_ms,
      timing_margin_ms: margin.now(),
      spec: specIdentity,
    });
  };
  const end = new RunEnd(stage, options.signal);
  if (options.budgetMs !== undefined) end.within(options.budgetMs);
  if (!subject.canStart && role !== "manager")
    note(`waiting for ${subject.label} to register on port ${options.leaguePort ?? ""}`);
  try {
    const detection = options.profile === undefined ? new Detection(context, codecs) : undefined;
    detection?.listen();
    const kit = roleKit(context);
    const world = await openFirst(context, kit, end);
    const why = world === undefined ? undefined : await detection?.decide(world);
    unreachable = await perform(options, context, { kit, world, results, announce, end, why, note });
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
  const report = conclude(context, {
    checks,
    results,
    unreachable,
    started,
    margin_ms: margin.now(),
    baseline,
    minCoverage,
    note,
  });
  onEvent({ type: "run_finished", report });
  return report;
}

/** The first instance: it shows whether the agent can be had at all, how long that takes, and how it speaks. */
async function openFirst(context: RunContext, kit: RoleKit, { stop }: RunEnd): Promise<World | undefined> {
  const { clock } = context.stage;
  const began = clock.now();
  const opening = kit.open({ transcript: new Transcript(clock), check: "start" });
  const world = await Promise.race([opening, stop.then(() => undefined)]);
  if (world === undefined) opening.catch(() => undefined);
  const took = clock.now() - began;
  context.start_ms = Math.min(context.start_ms, Math.max(LEAST_START_MS, took * START_FACTOR));
  return world;
}

interface Performance {
  kit: RoleKit;
  /** Undefined when the run had to end before there was one. */
  world: World | undefined;
  results: Map<string, CheckResult>;
  announce(worst_case_ms: number): void;
  end: RunEnd;
  /** How the wire form was found. */
  why: string | undefined;
  note(text: string): void;
}

/** Runs the checks. Gives back why no instance could be started any more, if that happened. */
async function perform(
  options: RunOptions,
  context: RunContext,
  about: Performance,
): Promise<SubjectError | undefined> {
  const { role, stage, subject, onEvent, lanes, shuffle } = options;
  const { kit, results, note, end } = about;
  const profile = context.codec.profile.name;
  const { planned, ruledOut } = plan(options.checks, {
    role,
    canStart: subject.canStart,
    real: stage.real,
    profile,
  });
  about.announce(end.within(worstCase({ planned, ruledOut }, lanes, context.start_ms)));
  if (about.why !== undefined) note(`wire form: ${profile} (${about.why})`);
  const onResult = (result: CheckResult) => {
    results.set(result.id, result);
    onEvent({ type: "check_finished", result });
  };
  const onStart = ({ one }: Planned) =>
    onEvent({ type: "check_started", id: one.check.id, group: one.group });
  for (const { one, ending } of ruledOut) onResult(unexecuted(one, ending, context));
  const running = new Lanes({
    context,
    kit,
    lanes,
    stop: end.stop,
    onStart,
    onResult: (result, { place }) => {
      // An inconclusive check is announced when it has been settled.
      if (result.verdict === "inconclusive" && place !== "observer") results.set(result.id, result);
      else onResult(result);
    },
  });
  if (about.world !== undefined) running.adopt(about.world);
  await running.run(shuffle === undefined ? planned : shuffled(planned, shuffle));
  const unsettled = planned.filter(({ one }) => results.get(one.check.id)?.verdict === "inconclusive");
  await settle({ context, kit, lanes: 1, stop: end.stop, onStart, onResult }, unsettled, results);
  await running.close();
  return running.unreachable;
}
