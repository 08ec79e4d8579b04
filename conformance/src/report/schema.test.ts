import { readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { REPORT_SCHEMA } from "./reporter.js";
import { renderJson } from "./reporters.js";

const schemaFile = new URL("../../schema/report.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as Schema & { $defs: Record<string, Schema> };
const validator = new Validator(schema, "2020-12", false);
const context = { clause };

const faultsOf = (report: unknown) => validator.validate(report).errors.map((error) => error.error);

test("reports name the id of the schema", () => {
  expect(schema.$id).toBe(REPORT_SCHEMA);
  expect(REPORT_SCHEMA).toBe("urn:league-v2:conformance:report:1");
});

test.each(Object.entries(reports))(
  "the report %s fits the schema that ships with the package",
  (_kind, report) => {
    const written = JSON.parse(renderJson(report, context));
    expect(faultsOf(written)).toEqual([]);
    expect(written).toEqual(report);
  },
);

describe("the schema rejects invalid reports", () => {
  const wrong: [string, (report: Report) => unknown][] = [
    ["an unknown field", (report) => ({ ...report, colour: "red" })],
    ["another schema", (report) => ({ ...report, schema: "urn:other" })],
    ["an unknown verdict", (report) => ({ ...report, checks: [{ ...report.checks[0], verdict: "ok" }] })],
    ["a check without a clause", (report) => ({ ...report, checks: [{ ...report.checks[0], clause: [] }] })],
    [
      "a check without a transcript",
      (report) => ({ ...report, checks: [{ ...report.checks[0], transcript: undefined }] }),
    ],
    ["an id without a group", (report) => ({ ...report, checks: [{ ...report.checks[0], id: "player" }] })],
    ["a coverage over 100", (report) => ({ ...report, summary: { ...report.summary, must_coverage: 101 } })],
    ["a start in another zone", (report) => ({ ...report, started_at: "2026-03-02T09:15:00+02:00" })],
    ["an undefined exit status", (report) => ({ ...report, exit_code: 6 })],
  ];
  test.each(wrong)("the schema refuses %s", (_what, change) => {
    const changed: unknown = JSON.parse(JSON.stringify(change(reports.fails)));
    expect(faultsOf(changed)).not.toEqual([]);
  });
});

test("the fixtures use every member that the schema describes, so that none of them is untested", () => {
  const used = new Set<string>();
  const note = (place: string, value: object) => {
    for (const key of Object.keys(value)) used.add(`${place}.${key}`);
  };
  for (const report of Object.values(reports)) {
    note("report", report);
    for (const check of report.checks) {
      note("check", check);
      if (check.reproduce !== undefined) note("reproduce", check.reproduce);
      for (const entry of check.transcript) note("entry", entry);
    }
  }
  const members = (place: string, object: Schema | undefined) =>
    Object.keys((object?.properties as object | undefined) ?? {}).map((key) => `${place}.${key}`);
  const described = [
    ...members("report", schema),
    ...members("check", schema.$defs.check),
    ...members("reproduce", schema.$defs.check?.properties?.reproduce as Schema),
    ...members("entry", schema.$defs.entry),
  ];
  expect([...used].sort()).toEqual(described.sort());
});
