import { env, stdout } from "node:process";
import { isoTime, utc } from "../../time/iso-time.js";
import type { CheckResult, Report, RunEvent } from "../../types.js";
import type { ReportContext } from "../reporter.js";
import { duration, oneLine, printable } from "../text.js";
import { verdictDisplays } from "../verdicts.js";
import { createPaint, type Paint, wantsColour, wrap } from "./layout.js";
import { nextSteps } from "./next-steps.js";
import { resultLines } from "./results.js";
import { createScreen, type TerminalStream } from "./screen.js";
import { groupLines, Tally } from "./tally.js";

export interface TerminalOptions {
  /** Default: standard output. */
  out?: TerminalStream;
  /** Only failures and the last lines. */
  quiet?: boolean | undefined;
  /** Every check as it finishes, all notes, whole transcripts. */
  verbose?: boolean | undefined;
  /** `false` is --no-color. Otherwise coloured on a terminal, unless NO_COLOR is set. */
  color?: boolean;
  /** The time, in ms; without it no estimate of the time left is shown. */
  now?: () => number;
  /** Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>;
}

type Started = Extract<RunEvent, { type: "run_started" }>;

export interface Terminal {
  onEvent(event: RunEvent): void;
  /** Prints the paths of the reports and the next steps. */
  finish(report: Report | undefined, written: Readonly<Record<string, string>>): void;
}

export function createTerminal(options: TerminalOptions, context: ReportContext): Terminal {
  const out: TerminalStream = options.out ?? stdout;
  const environment = options.env ?? env;
  const tty = out.isTTY === true;
  // A CI job that emulates a terminal keeps each frame in its log.
  const redraws = tty && environment.TERM !== "dumb" && (environment.CI ?? "") === "";
  const quiet = options.quiet === true;
  const verbose = options.verbose === true && !quiet;
  const paint = createPaint(wantsColour(options.color, tty, environment.NO_COLOR));
  const screen = createScreen(out, redraws && !quiet);
  const tally = new Tally();
  let run = { begun: 0, planned: 0, expectedMs: 0, worstCaseMs: 0 };
  let end = "";
  let announced = 0;

  function starts(event: Started): void {
    const { checks: planned, expected_ms: expectedMs, worst_case_ms: worstCaseMs } = event;
    run = { begun: options.now?.() ?? 0, planned, expectedMs, worstCaseMs };
    const latest = utc((isoTime(event.started_at) ?? 0) + event.worst_case_ms);
    end = `, by ${latest.slice(11, 19)} UTC at the latest`;
    if (!quiet) screen.print(headLines(event, end, paint));
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
    const left = timeLeft({ ...run, elapsedMs: options.now() - run.begun, done: tally.done });
    return left === "" ? "" : ` · ${left}`;
  }

  function finishes(result: CheckResult): void {
    tally.finished(result);
    if (verbose) screen.print([checkLine(result, paint)]);
  }

  function concludes(report: Report): void {
    screen.live([]);
    if (!quiet) screen.print(["", ...groupLines(tally, paint)]);
    screen.print(resultLines(report, context, { paint, width: screen.width, verbose, quiet }));
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
      const next = nextSteps(report, written.html).map((step) => `  ${printable(step)}`);
      screen.print([...reportLines, "", paint.bold("Next"), ...next, ""]);
    },
  };
}

/** The lines before the first check. @param end the latest end of the run, as text */
function headLines(
  { role, agent, wire, spec, seed, checks, expected_ms, worst_case_ms, timing_margin_ms }: Started,
  end: string,
  paint: Paint,
): string[] {
  const takes = `${checks} checks, about ${duration(expected_ms)}, at most ${duration(worst_case_ms)}${end}`;
  return [
    `${paint.bold(`league.v2 ${role}`)}  ${oneLine(agent)}`,
    paint.dim(`  wire ${oneLine(wire)} · spec ${spec.version} · seed ${seed}`),
    // An agent that does not start takes no time.
    ...(worst_case_ms === 0 ? [] : [paint.dim(`  ${takes}`)]),
    paint.dim(`  timing margin of this machine ${duration(timing_margin_ms)}`),
    "",
  ];
}

function checkLine({ id, verdict, diagnosis, duration_ms }: CheckResult, paint: Paint): string {
  const { tone, mark } = verdictDisplays[verdict];
  const why = verdict === "pass" || diagnosis === undefined ? "" : `  ${oneLine(diagnosis)}`;
  return `  ${paint.tone(tone, mark)} ${id}  ${paint.dim(duration(duration_ms))}${why}`;
}

// The estimated remaining time of a run.

interface RunProgress {
  /** Since the run began, in ms. */
  readonly elapsedMs: number;
  readonly done: number;
  readonly planned: number;
  /** The expected time of the whole run, in ms. */
  readonly expectedMs: number;
  readonly worstCaseMs: number;
}

/**
 * The remaining share of the checks, multiplied by the expected time, or by the elapsed time if that is longer. So a
 * slow start is not multiplied, and the estimate grows by no more than the elapsed time.
 */
export function msLeft({ elapsedMs, done, planned, expectedMs, worstCaseMs }: RunProgress): number {
  if (done >= planned) return 0;
  const share = (planned - done) / planned;
  return Math.max(0, Math.min(share * Math.max(expectedMs, elapsedMs), worstCaseMs - elapsedMs));
}

const secondsPerMinute = 60;
/** Rounded, because the estimate is not exact; the last seconds are counted down. */
const [stepSeconds, countedDown] = [5, 10];

/** `about 20 s left`; empty when nothing is left. */
export function timeLeft(progress: RunProgress): string {
  const seconds = Math.ceil(msLeft(progress) / 1000);
  if (seconds === 0) return "";
  const shown = seconds <= countedDown ? seconds : Math.ceil(seconds / stepSeconds) * stepSeconds;
  const isLong = shown > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(shown / secondsPerMinute)} min` : `${shown} s`} left`;
}
