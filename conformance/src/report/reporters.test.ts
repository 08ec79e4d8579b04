import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { WriteError } from "@league-v2/sdk/node";
import { beforeEach, describe, expect, test } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { TOKEN } from "../../fixtures/report/checks.js";
import { clause, eventsOf, reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { REPORT_SCHEMA } from "./reporter.js";
import { createReporters, type ReporterOptions, renderJson } from "./reporters.js";

let folder = "";
beforeEach(() => {
  folder = newFolder();
});

const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), "utf8");

const everyFormat = () => ({
  json: at("out/report.json"),
  junit: at("out/report.xml"),
  markdown: at("out/report.md"),
  html: at("out/report.html"),
});

async function run(options: ReporterOptions, events = eventsOf(reports.everyVerdict)): Promise<void> {
  const reporters = await createReporters({ clause, ...options });
  for (const event of events) reporters.onEvent(event);
  await reporters.close();
}

test("all reports are made from one stream of events", async () => {
  await run({ terminal: false, ...everyFormat() });
  expect(readdirSync(at("out")).sort()).toEqual(["report.html", "report.json", "report.md", "report.xml"]);
});

test("no token reaches the terminal", async () => {
  let printed = "";
  const out = { write: (text: string) => (printed += text) };
  await run({ terminal: { out, verbose: true, env: {} } });
  expect(printed).not.toContain(TOKEN);
  expect(printed).toContain('"auth_token":"[token ');
});

test("a transcript is shown in the order of its times", async () => {
  const [first, ...others] = reports.fails.checks;
  if (first === undefined) throw new Error("the fixture lost its checks");
  const shuffled = { ...first, transcript: first.transcript.toReversed() };
  await run(
    { terminal: false, json: at("r.json") },
    eventsOf({ ...reports.fails, checks: [shuffled, ...others] }),
  );
  const times = JSON.parse(read("r.json")).checks[0].transcript.map(
    (entry: { at_ms: number }) => entry.at_ms,
  );
  expect(times).toEqual(first.transcript.map((entry) => entry.at_ms));
});

describe("a report that cannot be written", () => {
  test("is found out before the run", async () => {
    writeFileSync(at("file"), "");
    const html = at("file/report.html");
    await expect(createReporters({ terminal: false, html })).rejects.toThrow(WriteError);
  });

  test("may not be written over by another one", async () => {
    await expect(
      createReporters({ terminal: false, json: at("r"), junit: `${folder}/x/../r` }),
    ).rejects.toThrow(/--json and --junit name the same file/);
  });

  test("rejects close(), after the other reports were written", async () => {
    const reporters = await createReporters({
      terminal: false,
      json: at("gone/report.json"),
      junit: at("report.xml"),
    });
    for (const event of eventsOf(reports.fails)) reporters.onEvent(event);
    rmSync(at("gone"), { recursive: true });
    writeFileSync(at("gone"), "");
    await expect(reporters.close()).rejects.toThrow(WriteError);
    expect(existsSync(at("report.xml"))).toBe(true);
  });
});

test("a run that never finished writes nothing and reports it", async () => {
  let printed = "";
  const out = { write: (text: string) => (printed += text) };
  await run({ terminal: { out, env: {} }, json: at("r.json") }, eventsOf(reports.fails).slice(0, -1));
  expect(existsSync(at("r.json"))).toBe(false);
  expect(printed).toContain("The run ended before its report was complete.");
});

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
