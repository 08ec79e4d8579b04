export { REPORT_SCHEMA } from "./json.js";
export type { ClauseText, Explanation, Reporter } from "./reporter.js";
export { createReporters, type ReporterOptions } from "./reporters.js";
export type { TerminalStream } from "./terminal/screen.js";
