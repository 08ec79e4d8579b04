import { env, stdout } from "node:process";
import type { CheckResult, Report, RunEvent } from "../../types.js";
import { oneLine } from "../printable.js";
import type { ReportContext } from "../reporter.js";
import { duration, epochMs, timeOfDay } from "../units.js";
import { verdictFaces, worstFirst } from "../verdicts.js";
import { failureBlock } from "./failure.js";
import { wrap } from "./layout.js";
import { commonCauses } from "./not-exercised.js";
import { createPaint, wantsColour } from "./paint.js";
import { createScreen, type TerminalStream } from "./screen.js";
import { nextStepLines, summaryLines } from "./summary.js";
import { createTally, groupLines } from "./tally.js";
import { timeLeft } from "./time-left.js";

const MAX_BLOCKS = 20;

export interface TerminalOptions {
  /** Default: standard output. */
  out?: TerminalStream;
  /** Only failures and the last lines. */
  quiet?: boolean;
  /** Every check as it finishes, all notes, whole transcripts. */
  verbose?: boolean;
  /** `false` is --no-color. Otherwise coloured on a terminal, unless NO_COLOR is set. */
  color?: boolean;
  /** The time, in ms; without it no estimate of the time left is shown. */
  now?: () => number;
  /** Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface Terminal {
  onEvent(event: RunEvent): void;
  /** Says where the reports went and what to do next. */
  finish(report: Report | undefined, written: Readonly<Record<string, string>>): void;
}

export function createTerminal(options: TerminalOptions, context: ReportContext): Terminal {
  const out: TerminalStream = options.out ?? stdout;
  const environment = options.env ?? env;
  const tty = out.isTTY === true;
  // A CI job that looks like a terminal keeps each frame in its log.
  const redraws = tty && environment.TERM !== "dumb" && (environment.CI ?? "") === "";
  const quiet = options.quiet === true;
  const verbose = options.verbose === true && !quiet;
  const paint = createPaint(wantsColour(options.color, tty, environment.NO_COLOR));
  const screen = createScreen(out, redraws && !quiet);
  const tally = createTally();
  let run = { begun: 0, planned: 0, expectedMs: 0, worstCaseMs: 0 };
  let end = "";
  let announced = 0;

  function starts(event: Extract<RunEvent, { type: "run_started" }>): void {
    const { checks: planned, expected_ms: expectedMs, worst_case_ms: worstCaseMs } = event;
    run = { begun: options.now?.() ?? 0, planned, expectedMs, worstCaseMs };
    const start = epochMs(event.started_at);
    end = start === undefined ? "" : `, by ${timeOfDay(start + event.worst_case_ms)} at the latest`;
    if (quiet) return;
    screen.print([
      `${paint.bold(`league.v2 ${event.role}`)}  ${oneLine(event.agent)}`,
      paint.dim(`  wire ${oneLine(event.wire)} · spec ${event.spec.version} · seed ${event.seed}`),
      // An agent that does not start takes no time.
      ...(worstCaseMs === 0
        ? []
        : [
            paint.dim(
              `  ${planned} checks, about ${duration(expectedMs)}, at most ${duration(worstCaseMs)}${end}`,
            ),
          ]),
      paint.dim(`  timing margin of this machine ${duration(event.timing_margin_ms)}`),
      "",
    ]);
  }

  function progress(): void {
    if (quiet) return;
    const { planned } = run;
    const state = [`  ${tally.done} of ${planned} checks`, `${tally.running} running${left()}${end}`];
    screen.live([...groupLines(tally, paint), paint.dim(state.join(" · "))]);
    // Without a terminal to redraw (a CI log) progress is a line for each tenth of the run.
    const tenth = planned === 0 ? 0 : Math.floor((tally.done * 10) / planned);
    if (redraws || verbose || tenth <= announced) return;
    announced = tenth;
    screen.print([`  ${tally.done} of ${planned} checks${tally.bad === 0 ? "" : `, ${tally.bad} not good`}`]);
  }

  function left(): string {
    if (options.now === undefined) return "";
    const said = timeLeft({ ...run, elapsedMs: options.now() - run.begun, done: tally.done });
    return said === "" ? "" : ` · ${said}`;
  }

  function finishes(result: CheckResult): void {
    tally.finished(result);
    if (!verbose) return;
    const { tone, mark } = verdictFaces[result.verdict];
    const why =
      result.verdict === "pass" || result.diagnosis === undefined ? "" : `  ${oneLine(result.diagnosis)}`;
    screen.print([
      `  ${paint.tone(tone, mark)} ${result.id}  ${paint.dim(duration(result.duration_ms))}${why}`,
    ]);
  }

  function concludes(report: Report): void {
    screen.live([]);
    if (!quiet) screen.print(["", ...groupLines(tally, paint)]);
    const shown = worstFirst(report.checks).filter(
      (check) => verdictFaces[check.verdict].outcome === "bad" || (check.verdict === "warn" && !quiet),
    );
    const causes = commonCauses(report, paint, screen.width);
    if (causes.length > 0) screen.print(["", ...causes]);
    // Beside a failure a warning is one line: what must be mended is not to be looked for among what may stay.
    const bad = shown.filter((check) => verdictFaces[check.verdict].outcome === "bad");
    const blocks = verbose ? shown : (bad.length > 0 ? bad : shown).slice(0, MAX_BLOCKS);
    for (const check of blocks) {
      screen.print(["", ...failureBlock(check, context, { paint, width: screen.width, verbose })]);
    }
    const rest = shown.slice(blocks.length);
    if (rest.length > 0)
      screen.print([
        "",
        `  and ${rest.length} more (--verbose shows them whole):`,
        ...rest.map((check) => `    ${brief(check)}`),
      ]);
    screen.print(["", ...summaryLines(report, paint, screen.width)]);
  }

  function brief(check: CheckResult): string {
    const { tone, mark } = verdictFaces[check.verdict];
    return `${paint.tone(tone, mark)} ${check.id}  ${check.clause.join(" ")}`;
  }

  return {
    onEvent(event) {
      switch (event.type) {
        case "run_started":
          return starts(event);
        case "check_started":
          tally.started(event.id, event.group);
          return progress();
        case "check_finished":
          finishes(event.result);
          return progress();
        case "note":
          return quiet
            ? undefined
            : screen.print(wrap(`note: ${event.text}`, screen.width - 2).map((line) => `  ${line}`));
        case "run_finished":
          return concludes(event.report);
      }
    },
    finish(report, written) {
      screen.live([]);
      if (report === undefined) return screen.print(["The run ended before its report was complete."]);
      if (quiet) return;
      const reports = Object.entries(written).map(([format, path]) => `  ${format.padEnd(8)} ${path}`);
      const reportLines = reports.length === 0 ? [] : ["", paint.bold("Reports"), ...reports];
      screen.print([...reportLines, "", ...nextStepLines(report, written.html, paint), ""]);
    },
  };
}
