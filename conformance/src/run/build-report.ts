/** The report of a run that is over, however it ended. */

import type { RegisteredCheck } from "../checks/registry.js";
import { clauses } from "../clauses/clauses.js";
import { specIdentity } from "../clauses/spec.js";
import type { RunContext } from "../fixtures/context.js";
import { REPORT_SCHEMA } from "../report/index.js";
import type { SubjectError } from "../subject/subject.js";
import { utc } from "../time/utc.js";
import type { CheckResult, Machine, Report } from "../types.js";
import { applyBaseline, type BaselineEntry } from "./baseline.js";
import { placeInReport } from "./importance.js";
import { unexecuted } from "./result.js";
import { withRootCauses } from "./root-causes.js";
import { exitCodeOf, summarise } from "./summary.js";

export interface Conclusion {
  checks: readonly RegisteredCheck[];
  results: ReadonlyMap<string, CheckResult>;
  /** Why the agent could not be started or reached, if it could not. */
  unreachable: SubjectError | undefined;
  /** Milliseconds on the environment's clock. */
  started: number;
  /** How late this machine was, in milliseconds. */
  margin_ms: number;
  baseline: readonly BaselineEntry[];
  minCoverage: number | undefined;
  note(text: string): void;
}

export function buildReport(context: RunContext, about: Conclusion): Report {
  const { role, environment, subject, seed, codec, derivedProfile } = context;
  const { results, unreachable, started, baseline, minCoverage } = about;
  const now = environment.clock.now();
  const wire = codec.profile.name;
  const place = (one: RegisteredCheck) => placeInReport(one, results.get(one.check.id)?.verdict);
  const inOrder = about.checks.toSorted((a, b) => place(a) - place(b));
  const checks = withRootCauses(
    inOrder.map((one) => results.get(one.check.id) ?? missing(one, unreachable, context)),
  );
  const summary = summarise(checks, clauses, role, codec.dialect);
  const { expected, faults } = applyBaseline(baseline, checks, utc(now).slice(0, 10));
  for (const text of faults) about.note(text);
  const listed = checks.map((check) => (expected.has(check.id) ? excused(check, baseline) : check));
  const executed = summary.pass + summary.fail + summary.warn;
  const exit_code = exitCodeOf(checks, summary, {
    expected,
    baselineFaults: faults,
    ...(minCoverage === undefined ? {} : { minCoverage }),
    unreachable: unreachable !== undefined && (subject.canStart || executed === 0),
  });
  return {
    schema: REPORT_SCHEMA,
    spec: specIdentity,
    role,
    wire,
    ...(derivedProfile === undefined ? {} : { wire_profile: derivedProfile }),
    agent: subject.label,
    seed,
    ...(context.quick === true ? { quick: true } : {}),
    ...(context.selected === true ? { selected: true } : {}),
    started_at: utc(started),
    duration_ms: now - started,
    machine: machineOf(context, about.margin_ms),
    summary,
    checks: listed,
    exit_code,
  };
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

function excused(check: CheckResult, baseline: readonly BaselineEntry[]): CheckResult {
  const entry = baseline.find(({ id }) => id === check.id);
  if (entry === undefined) return check;
  const { id: _, ...why } = entry;
  return { ...check, excused: why };
}

function missing(
  one: RegisteredCheck,
  unreachable: SubjectError | undefined,
  context: RunContext,
): CheckResult {
  const why =
    unreachable === undefined
      ? "the run ended before it"
      : `the agent could not be reached: ${unreachable.message}`;
  return unexecuted(one, { verdict: "not-exercised", diagnosis: why }, context);
}
