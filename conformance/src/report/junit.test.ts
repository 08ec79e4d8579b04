import { expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { hostileReport } from "../../fixtures/report/hostile.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { renderJunit } from "./junit.js";

const render = (report: Report) => renderJunit(report, { clause });

test("each verdict has an element of its own, the report and each group have counts", () => {
  const xml = render(reports.everyVerdict);
  const [, failure = ""] =
    /<failure type="PLY-CHOICE-04" message="The agent was asked[^"]*">([^<]*)</.exec(xml) ?? [];
  for (const [text, part] of [
    [xml, '<testsuites name="league.v2 player" tests="7" failures="1" errors="2" skipped="2" time="31.540">'],
    [xml, '<testsuite name="player/choice" tests="3" failures="1" errors="2" skipped="0"'],
    [xml, '<error type="PLY-CHOICE-01" message="The answer came at 29.99 s'],
    [xml, '<error type="PLY-CHOICE-07" message="TypeError in the check'],
    [xml, '<skipped message="not-exercised: The agent left before'],
    [xml, '<skipped message="not-applicable: The agent refuses batches'],
    [failure, "PLY-CHOICE-04: A CHOOSE_PARITY_RESPONSE carries the match_id of the call"],
    [failure, "+53 ms  agent → referee  CHOOSE_PARITY_RESPONSE  (HTTP 200, after 12 ms"],
    [failure, "again: npx league-conformance replay player/choice/echoes-match"],
  ] as const)
    expect(text).toContain(part);
  expect(xml).toMatch(/<system-out>TRA-HTTP-05[^<]*POST \/other was answered/);
});

test.each(Object.entries(reports))(
  "there is a failure or an error if and only if %s failed",
  (_kind, report) => {
    const bad = report.exit_code !== 0;
    expect(/<(failure|error) /.test(render(report))).toBe(bad);
    expect(/<testsuites [^>]*failures="0" errors="0"/.test(render(report))).toBe(!bad);
  },
);

test("a run without a check is one error", () => {
  expect(render(reports.unreachable)).toContain(
    '<error type="exit status 3" message="The agent at http://127.0.0.1',
  );
});

test("an expected failure is skipped, with the reason; without the entry of the baseline it is a failure", () => {
  const why = "expected to fail, until 2999-01-01: We answer with our own ids (https://t.example/1)";
  expect(render(reports.excused)).toContain(`<skipped message="${why}"></skipped>`);
  expect(render(reports.excused)).toContain('<property name="verdict" value="fail"></property>');
  const checks = reports.excused.checks.map(({ excused: _, ...check }) => check);
  expect(render({ ...reports.excused, checks })).toContain("<failure");
});

test("text of an agent is escaped", () => {
  const hostile = render(hostileReport);
  expect(hostile).not.toMatch(/<img|<!--/);
  expect(hostile).not.toMatch(/[^\P{Cc}\n]|\ufffe/u);
});
