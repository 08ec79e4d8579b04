/**
 * `--verify N`: the whole run N times, shuffled; a check with varying verdicts is reported as flaky. The budget is shared
 * out evenly, so that all repetitions have the same time.
 */
import { clauses } from "../clauses.js";
import { seededRandom } from "../sdk.js";
import type { CheckResult, Report, Verdict } from "../types.js";
import { CLOSING_MS, type RunOptions, run } from "./run.js";
import { exitCodeOf, summarise } from "./summary.js";

export async function verify(options: RunOptions, times: number): Promise<Report> {
  const { onEvent, environment, seed } = options;
  const share = options.budgetMs === undefined ? undefined : options.budgetMs / times;
  const started = environment.clock.now();
  const reports: Report[] = [];
  for (let i = 0; i < times && options.signal?.aborted !== true; i += 1) {
    if (i > 0) onEvent({ type: "note", text: `repetition ${i + 1} of ${times}, shuffled` });
    reports.push(
      await run({
        ...options,
        shuffle: seededRandom(`${seed}/verify/${i}`),
        budgetMs: share,
        // The first run is shown as it goes; the end is reported once, when all are over.
        onEvent: (event) => {
          if (i > 0 || event.type === "run_finished") return;
          onEvent(event.type === "run_started" ? announced(event, times, share) : event);
        },
      }),
    );
  }
  const [first] = reports;
  if (first === undefined) throw new Error("--verify needs at least one run");
  const checks = first.checks.map((check) => steady(check, reports));
  for (const { id, diagnosis } of checks.filter((check, i) => check !== first.checks[i]))
    onEvent({ type: "note", text: `${id}: ${diagnosis ?? ""}` });
  const summary = summarise(checks, clauses, options.role, first.wire);
  const exit_code = exitCodeOf(checks, summary, {
    expected: new Set(options.baseline?.map(({ id }) => id) ?? []),
    baselineFaults: [],
    unreachable: first.exit_code === 3,
    minCoverage: options.minCoverage,
  });
  const duration_ms = environment.clock.now() - started;
  const report: Report = { ...first, checks, summary, exit_code, duration_ms };
  onEvent({ type: "run_finished", report });
  return report;
}

/** The first repetition has begun already; those to come may take their whole share, and their agents must be ended too. */
function announced<Started extends { worst_case_ms: number }>(
  started: Started,
  times: number,
  share = started.worst_case_ms,
): Started {
  return { ...started, worst_case_ms: started.worst_case_ms + (times - 1) * (share + CLOSING_MS) };
}

/** The check itself if all repetitions agree; otherwise an inconclusive one that says how often each verdict came. */
function steady(check: CheckResult, reports: readonly Report[]): CheckResult {
  const all = reports.flatMap(({ checks }) => checks.filter(({ id }) => id === check.id));
  const counts = new Map<Verdict, number>();
  for (const { verdict } of all) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (counts.size <= 1) return check;
  const rate = 1 - Math.max(...counts.values()) / all.length;
  const tally = [...counts].map(([verdict, count]) => `${verdict} ${count}×`).join(", ");
  const worst =
    all.find(({ verdict }) => verdict === "fail") ?? all.find(({ verdict }) => verdict === "warn") ?? check;
  return {
    ...worst,
    verdict: "inconclusive",
    diagnosis:
      `not always the same: ${tally} (flake rate ${Math.round(rate * 100)} %). ${worst.diagnosis ?? ""}`.trim(),
  };
}
