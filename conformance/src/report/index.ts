export { AGENT } from "./agent-name.js";
export { REPORT_SCHEMA } from "./json.js";
export type { ClauseText, Explanation, Reporter } from "./reporter.js";
export { createReporters, type ReporterOptions, type ReportFiles, type ReportFormat } from "./reporters.js";
export type { TerminalStream } from "./terminal/screen.js";
export type { TerminalOptions } from "./terminal/terminal.js";
export { ReportWriteError } from "./write-file.js";
