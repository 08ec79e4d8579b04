/** Runs the planned checks of one run on the instances that it opens, once the agent and its wire form are known. */

import { longestStart, type RunContext } from "../fixtures/context.js";
import type { AgentInstance } from "../fixtures/start.js";
import type { SubjectError } from "../subject/subject.js";
import type { CheckResult } from "../types.js";
import { budgetFor, expectedRun } from "./budget.js";
import type { RunnerOptions } from "./check-runner.js";
import type { Decision } from "./detect.js";
import { unexecuted } from "./execute.js";
import { answerOf, instanceHealth } from "./instance-health.js";
import type { InstancePool } from "./instance-pool.js";
import { type Planned, plan, shuffled, worstCase } from "./plan.js";
import { silenceLimitMs } from "./responsiveness.js";
import { retryInconclusive } from "./retry-inconclusive.js";
import type { RunEnd } from "./run-deadline.js";
import type { RunOptions } from "./run-options.js";
import { schedule } from "./scheduler.js";
import { Semaphore } from "./semaphore.js";

/** Time to end agents that do not end by themselves, after the last check. */
export const CLOSING_MS = 3_000;

const seconds = (ms: number): number => Math.round(ms / 1_000);

export interface Opening {
  pool: InstancePool;
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
export async function runChecks(
  options: RunOptions,
  context: RunContext,
  opening: Opening,
): Promise<SubjectError | undefined> {
  const { role, subject, onEvent, parallel, shuffle } = options;
  const { pool, instance, results, note, end } = opening;
  const { codec } = context;
  const { planned, ruledOut } = plan(options.checks, {
    role,
    canStart: subject.canStart,
    codec,
  });
  if (options.defaultBudget === true) end.within(budgetFor(context));
  const needed = expectedRun(context, options.checks);
  if (subject.canStart && options.quick !== true && (options.budgetMs ?? needed) < needed)
    note(
      `a whole run takes about ${seconds(needed)} s, and the budget is ${seconds(options.budgetMs ?? 0)} s: what does not fit is not exercised; whether the agent can play comes first`,
    );
  const startMs = longestStart(context);
  const longest = end.within(Math.max(worstCase({ planned, ruledOut }, startMs), silenceLimitMs() + startMs));
  opening.announce(longest + (subject.canStart ? CLOSING_MS : 0));
  if (opening.decision !== undefined) {
    note(`wire form: ${codec.name} (${opening.decision.why})`);
    for (const text of opening.decision.notes) note(text);
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
  const scheduling = { context, pool, isSound: instanceHealth(context), stop: end.stop, onStart };
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
  if (undecided.length > 0)
    note(
      `not decided at first, so repeated one by one: ${undecided.map(({ one }) => one.check.id).join(", ")}`,
    );
  await retryInconclusive({ ...scheduling, onResult }, undecided, results);
  await pool.close();
  return pool.unreachable;
}
