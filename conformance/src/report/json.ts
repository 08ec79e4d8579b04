import type { Render } from "./reporter.js";

/** The `schema` member of every report: the `$id` of `schema/report.schema.json`, which ships with this package. */
export const REPORT_SCHEMA = "urn:league-v2:conformance:report:1";

/** The report itself, indented so that two of them can be compared line by line. */
export const renderJson: Render = (report) => `${JSON.stringify(report, undefined, 2)}\n`;
