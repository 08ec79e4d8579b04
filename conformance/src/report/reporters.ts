import { resolve } from "node:path";
import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import type { Report } from "../types.js";
import { UsageError } from "../usage-error.js";
import { withCommands } from "./commands.js";
import { renderHtml } from "./html/html.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import { createRedactor } from "./redact.js";
import type { ClauseText, Explanation, Render, ReportContext, Reporter } from "./reporter.js";
import { createTerminal, type TerminalOptions } from "./terminal/terminal.js";
import { chronological } from "./transcript/transcript.js";

/** The report itself, indented so that two of them can be compared line by line. */
export const renderJson: Render = (report) => `${JSON.stringify(report, undefined, 2)}\n`;

/** The formats that are files, in the order in which they are written. Others are made from the JSON: docs/other-formats.md. */
const formats = {
  json: renderJson,
  junit: renderJunit,
  markdown: renderMarkdown,
  html: renderHtml,
} satisfies Record<string, Render>;

type ReportFormat = keyof typeof formats;

/** A path for each requested report: `{ json: "report.json", html: "out/report.html" }`. */
type ReportFiles = { [F in ReportFormat]?: string };

export interface ReporterOptions extends ReportFiles {
  /** `false`: nothing is printed. */
  terminal?: TerminalOptions | false;
  /** Returns the text of a clause; without it reports only have the ids of clauses. */
  clause?: (id: string) => ClauseText | undefined;
  /** Called once at the end of the run, for the formats with more data than the report: --html. */
  explain?: (report: Report) => Promise<ReadonlyMap<string, Explanation>>;
}

/**
 * Writes all requested reports from the events of one run. Secrets are removed first, in one place.
 *
 * Throws `WriteError` before the run if a path cannot be used (parent folders are made); `close()` writes the
 * files and rejects with the same error if one could not be written, after writing the others.
 */
export async function createReporters(options: ReporterOptions): Promise<Reporter> {
  const files = await wantedFiles(options);
  let explanations: ReadonlyMap<string, Explanation> = new Map();
  const context: ReportContext = {
    clause: options.clause ?? (() => undefined),
    explanation: (id) => explanations.get(id),
  };
  const terminal = options.terminal === false ? undefined : createTerminal(options.terminal ?? {}, context);
  const redact = createRedactor();
  let report: Report | undefined;

  async function explain(about: Report): Promise<void> {
    if (files.html === undefined || options.explain === undefined) return;
    const given = [...(await options.explain(about))].map(([id, { faults, reference }]) => {
      const clean = reference && { reference: chronological(redact(reference)) };
      return [id, { faults, ...clean }] as const;
    });
    explanations = new Map(given);
  }

  return {
    onEvent(event) {
      const clean = redact(event);
      if (clean.type !== "run_finished") return terminal?.onEvent(clean);
      report = { ...clean.report, checks: clean.report.checks.map(chronological) };
      terminal?.onEvent({ ...clean, report: withCommands(report) });
    },
    async close() {
      if (report === undefined) return terminal?.finish(undefined, {});
      await explain(report);
      const problem = await writeAll(files, report, context);
      terminal?.finish(withCommands(report), problem === undefined ? files : {});
      if (problem !== undefined) throw problem;
    },
  };
}

async function wantedFiles(options: ReporterOptions): Promise<ReportFiles> {
  const files: ReportFiles = {};
  const taken = new Map<string, ReportFormat>();
  for (const format of formatNames) {
    const path = options[format];
    if (path === undefined) continue;
    const other = taken.get(resolve(path));
    if (other !== undefined) throw new UsageError(`--${other} and --${format} name the same file: ${path}`);
    taken.set(resolve(path), format);
    await assertWritable(path);
    files[format] = path;
  }
  return files;
}

/** Writes every file that it can, and returns the first error. */
async function writeAll(files: ReportFiles, report: Report, context: ReportContext) {
  let problem: unknown;
  const forPeople = withCommands(report);
  for (const format of formatNames) {
    const path = files[format];
    if (path === undefined) continue;
    try {
      const shown = format === "json" ? report : forPeople;
      await writeAtomically(path, formats[format](shown, context));
    } catch (error) {
      problem ??= error;
    }
  }
  return problem;
}

const formatNames = Object.keys(formats) as ReportFormat[];
