/** One run, from the start of the agent to the report. It ends in the announced time for any agent. */

import { specIdentity } from "../clauses/spec.js";
import { createContext } from "../fixtures/context.js";
import { launcherOf } from "../fixtures/launch.js";
import type { AgentInstance } from "../fixtures/start.js";
import { Codec } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import { howItEnded, lastOutput } from "../subject/describe-end.js";
import { SubjectError } from "../subject/subject.js";
import { utc } from "../time/utc.js";
import type { CheckResult, Report } from "../types.js";
import { expectedRun } from "./budget.js";
import { buildReport } from "./build-report.js";
import { calibrate } from "./calibrate.js";
import { Detection } from "./detect.js";
import { InstancePool } from "./instance-pool.js";
import { Responsiveness } from "./responsiveness.js";
import { runChecks } from "./run-checks.js";
import { RunEnd } from "./run-deadline.js";
import type { RunOptions } from "./run-options.js";

export function run(options: RunOptions): Promise<Report> {
  return options.environment.run(() => runInEnvironment(options));
}

async function runInEnvironment(options: RunOptions): Promise<Report> {
  const { role, subject, onEvent, checks, baseline = [], minCoverage } = options;
  const margin = await calibrate(options.environment);
  const responsiveness = new Responsiveness(options.environment);
  const { environment } = responsiveness;
  const asked = options.profile === undefined ? undefined : new Codec(options.profile);
  const codec = asked ?? new Codec(loadProfile("canonical"));
  const context = createContext({
    ...options,
    environment,
    codec,
    margin_ms: margin.now,
  });
  const results = new Map<string, CheckResult>();
  const note = (text: string) => onEvent({ type: "note", text });
  let started = environment.clock.now();
  let unreachable: SubjectError | undefined;
  const announce = (worst_case_ms: number) => {
    started = environment.clock.now();
    onEvent({
      type: "run_started",
      role,
      wire: context.codec.profile.name,
      agent: subject.label,
      seed: options.seed,
      started_at: utc(started),
      checks: checks.length,
      expected_ms: Math.min(expectedRun(context, checks), worst_case_ms),
      worst_case_ms,
      timing_margin_ms: margin.now(),
      spec: specIdentity,
    });
  };
  const end = new RunEnd(environment, options.signal);
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
    const pool = new InstancePool(context, end.stop);
    // It shows whether the agent can be reached, how long its start takes, and which form it uses.
    const instance = await pool.open();
    if (instance !== undefined) assertRunning(instance);
    const decision = instance === undefined ? undefined : await detection?.decide(instance);
    context.found = {
      ...(asked === undefined ? {} : { asked: asked.name }),
      ...(decision?.understood === false ? { misunderstood: decision.why } : {}),
    };
    const lost = await runChecks(options, context, {
      pool,
      instance,
      results,
      announce,
      end,
      decision,
      note,
    });
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
    await launcherOf(context).close();
    await (await context.sharedManager?.catch(() => undefined))?.close();
  }
  const report = buildReport(context, {
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

/** One that has said nothing yet and is gone, such as a player that calls another league manager, has not really started. */
function assertRunning({ agent, peerContext }: AgentInstance): void {
  const exit = agent.instance.exit();
  if (exit === undefined || peerContext.recorder.transcript.receivedCount > 0) return;
  throw new SubjectError(
    `the agent opened its port and ended (${howItEnded(exit)}) before it had sent anything to the league manager that it was given; ${lastOutput(agent.output)}`,
  );
}
