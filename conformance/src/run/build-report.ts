/** The report of a run that is over, however it ended. */
import type { RegisteredCheck } from "../checks/registry.js";
import { clauses, specIdentity, strongest } from "../clauses.js";
import type { RunContext } from "../fixtures/context.js";
import { replayId } from "../report/commands.js";
import { REPORT_SCHEMA } from "../report/reporter.js";
import { isAgent } from "../report/text.js";
import type { SubjectError } from "../subject/subject.js";
import { utc } from "../time/iso-time.js";
import { Transcript } from "../transcript.js";
import type { CheckResult, Machine, Report, TranscriptEntry } from "../types.js";
import type { CheckOutcome } from "../verdict.js";
import { applyBaseline, type BaselineEntry } from "./baseline.js";
import { placeInReport } from "./scheduling/importance.js";
import { exitCodeOf, summarise } from "./summary.js";

export interface EndedRun {
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

export function buildReport(context: RunContext, about: EndedRun): Report {
  const { role, environment, subject, seed, form, replayOptions = [] } = context;
  const { results, unreachable, started, baseline, minCoverage } = about;
  const now = environment.clock.now();
  const wire = form.codec.profile.name;
  const place = (one: RegisteredCheck) => placeInReport(one, results.get(one.check.id)?.verdict);
  const inOrder = about.checks.toSorted((a, b) => place(a) - place(b));
  const checks = withRootCauses(
    inOrder.map((one) => results.get(one.check.id) ?? missing(one, unreachable, context)),
  );
  const summary = summarise(checks, clauses, role, form.codec.dialect);
  const { expected, faults } = applyBaseline(baseline, checks, utc(now).slice(0, 10));
  for (const text of faults) about.note(text);
  const listed = checks.map((check) => (expected.has(check.id) ? excused(check, baseline) : check));
  const executed = summary.pass + summary.fail + summary.warn;
  const exit_code = exitCodeOf(checks, summary, {
    expected,
    baselineFaults: faults,
    minCoverage,
    unreachable: unreachable !== undefined && (subject.canStart || executed === 0),
  });
  return {
    schema: REPORT_SCHEMA,
    spec: specIdentity,
    role,
    wire,
    wire_profile: form.document,
    agent: subject.label,
    seed,
    options: replayOptions.length === 0 ? undefined : [...replayOptions],
    quick: context.quick,
    selected: context.selected,
    started_at: utc(started),
    duration_ms: now - started,
    machine: machineOf(context, about.margin_ms),
    summary,
    checks: listed,
    exit_code,
  };
}

function machineOf({ starts, subject }: RunContext, margin_ms: number): Machine {
  const cost = subject.canStart ? starts.cost : undefined;
  return {
    timing_margin_ms: margin_ms,
    instances_started: subject.canStart ? starts.processes : 0,
    start_ms: cost && Math.round(cost.wall_ms),
    start_cpu_ms: cost?.cpu_ms === undefined ? undefined : Math.round(cost.cpu_ms),
    starts_at_once: cost && starts.atOnce,
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

// Which failures keep other checks from being exercised: those checks name them, and the report begins with them.

/**
 * A check that was not exercised names the clauses that it needs; here only those stay that another check has found
 * broken, and its diagnosis says which check that is.
 */
export function withRootCauses(checks: readonly CheckResult[]): CheckResult[] {
  const broken = checks.filter(({ verdict }) => verdict === "fail" || verdict === "warn");
  const blocked = checks.map((check) => namingRootCauses(check, broken));
  return blocked.map((check) => {
    const blocks = broken.includes(check) ? blocked.filter((other) => blocksIt(check, other)).length : 0;
    return blocks === 0 ? check : { ...check, blocks };
  });
}

function namingRootCauses(check: CheckResult, broken: readonly CheckResult[]): CheckResult {
  const { blocked_by: needed, ...rest } = check;
  if (needed === undefined) return check;
  const roots = broken.filter((root) => root.clause.some((clause) => needed.includes(clause)));
  if (check.verdict !== "not-exercised" || roots.length === 0) return rest;
  const clauses = needed.filter((clause) => roots.some((root) => root.clause.includes(clause)));
  const names = roots.map(({ id }) => id).join(" and ");
  return { ...rest, blocked_by: clauses, diagnosis: `${check.diagnosis ?? ""}; blocked by ${names}` };
}

function blocksIt(root: CheckResult, { blocked_by = [] }: CheckResult): boolean {
  return root.clause.some((clause) => blocked_by.includes(clause));
}

// The result of a check, as the report has it.

/** A check that was not run at all. */
export function unexecuted(one: RegisteredCheck, outcome: CheckOutcome, context: RunContext): CheckResult {
  return resultOf(one, outcome, 0, new Transcript(context.environment.clock), context);
}

export function resultOf(
  one: RegisteredCheck,
  outcome: CheckOutcome,
  duration_ms: number,
  transcript: Transcript,
  { role, seed, verdictsOnly }: RunContext,
): CheckResult {
  const { check } = one;
  const { verdict, clauses, blockedBy, ...finding } = outcome;
  const entries = verdictsOnly === true ? [] : [...transcript.entries];
  return {
    id: check.id,
    clause: [...(clauses ?? check.decides)],
    level: clauses === undefined ? one.level : strongest(clauses),
    group: one.group,
    title: check.title,
    verdict,
    duration_ms,
    ...finding,
    blocked_by: blockedBy && [...blockedBy],
    transcript: entries,
    reproduce: { replay: replayId({ checkId: check.id, role, seed }), curl: curlOf(entries) },
  };
}

/** A longer body is not shown. */
const LONGEST = 2_000;

/** The last request as a command that repeats it by hand. */
function curlOf(entries: readonly TranscriptEntry[]): string | undefined {
  const last = entries.findLast(({ kind, to }) => kind === "request" && isAgent(to));
  if (last === undefined) return undefined;
  const body = last.json === undefined ? last.bytes : JSON.stringify(last.json);
  if (body === undefined || body.length > LONGEST) return undefined;
  return `curl -sS -X POST -H 'content-type: application/json' --data-binary '${body.replaceAll("'", "'\\''")}' "$AGENT_URL"`;
}
