import type { Report, RunEvent } from "../types.js";

/** Receives the events of one run in order. `close` is awaited once, after the last event. */
export interface Reporter {
  onEvent(event: RunEvent): void;
  close(): Promise<void>;
}

/** What a report says of a clause beyond its id. `url` opens the clause in the rendered specification. */
export interface ClauseText {
  text: string;
  source: string;
  url?: string;
}

/** What a renderer may use besides the report itself, so that every rendering is a pure function. */
export interface ReportContext {
  tool: { name: string; version: string };
  clause(id: string): ClauseText | undefined;
}

/** Makes the content of one report file. */
export type Render = (report: Report, context: ReportContext) => string;
