import { expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { renderCtrf } from "./ctrf.js";

const render = (report: Report) =>
  JSON.parse(renderCtrf(report, { tool: { name: "league-conformance", version: "1.2.3" }, clause }));

test("pin: the document of CTRF 1.0.0, and nothing outside of it", () => {
  const document = render(reports.everyVerdict);
  expect(Object.keys(document)).toEqual(["reportFormat", "specVersion", "generatedBy", "results"]);
  expect(document).toMatchObject({ reportFormat: "CTRF", specVersion: "1.0.0" });
  expect(document.results.tool).toEqual({ name: "league-conformance", version: "1.2.3" });
  expect(document.results.summary).toEqual({
    tests: 7,
    passed: 1,
    failed: 3,
    pending: 0,
    skipped: 2,
    other: 1,
    suites: 5,
    start: Date.parse("2026-03-02T09:15:00.250Z"),
    stop: Date.parse("2026-03-02T09:15:31.790Z"),
    duration: 31_540,
    extra: { exit_code: 1, must_coverage: 87.5 },
  });
});

test("times are whole milliseconds, as CTRF demands", () => {
  for (const each of render(reports.everyVerdict).results.tests)
    expect(each.duration).toSatisfy(Number.isInteger);
});

test("the verdict, the clause and the transcript survive", () => {
  const { tests } = render(reports.everyVerdict).results;
  expect(tests.map((each: { rawStatus: string }) => each.rawStatus)).toEqual(
    reports.everyVerdict.checks.map((check) => check.verdict),
  );
  expect(tests[1]).toMatchObject({
    name: "player/choice/echoes-match: The choice goes back with the match id of its call",
    status: "failed",
    suite: ["player", "choice"],
    tags: ["must", "PLY-CHOICE-04"],
    message: expect.stringContaining("answered for match R1M2"),
    trace: expect.stringContaining("+41 ms  referee → agent  CHOOSE_PARITY_CALL"),
    extra: { id: "player/choice/echoes-match", clauses: [{ id: "PLY-CHOICE-04", source: "IS 4.2.4" }] },
  });
});
