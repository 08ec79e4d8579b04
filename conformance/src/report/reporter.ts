import type { CheckResult, Report, RunEvent } from "../types.js";

/** Receives the events of one run in order. `close` is awaited once, after the last event. */
export interface Reporter {
  onEvent(event: RunEvent): void;
  close(): Promise<void>;
}

/** The `schema` member of every report: the `$id` of `schema/report.schema.json`, which ships with this package. */
export const REPORT_SCHEMA = "urn:league-v2:conformance:report:1";

/** A clause's data in a report beyond its id. */
export interface ClauseText {
  text: string;
  source: string;
}

/** Evidence for a verdict, beyond the agent's messages. */
export interface Explanation {
  /** The same check on the reference agent, for a check that did not pass. */
  reference?: CheckResult;
  /** The faults of the self-test that break the clauses of this check. */
  faults: readonly { id: string; fault: string }[];
}

/** A renderer's input in addition to the report, so that every renderer is a pure function. */
export interface ReportContext {
  clause(id: string): ClauseText | undefined;
  /** The explanation of a check, by its id. */
  explanation?(id: string): Explanation | undefined;
}

/** Creates the content of one report file. */
export type Render = (report: Report, context: ReportContext) => string;
