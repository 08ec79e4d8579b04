import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WriteError } from "@league-v2/sdk/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TOKEN } from "../../fixtures/report/checks.js";
import { clause } from "../../fixtures/report/clauses.js";
import { eventsOf, reports } from "../../fixtures/report/reports.js";
import { createReporters, type ReporterOptions } from "./reporters.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "league-report-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
