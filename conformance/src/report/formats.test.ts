import { expect, test } from "vitest";
import { clause, hostileReport, reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";

const xmlOf = (report: Report) => renderJunit(report, { clause });

test("each verdict has an element of its own, the report and each group have counts", () => {
  const xml = xmlOf(reports.everyVerdict);
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
    expect(/<(failure|error) /.test(xmlOf(report))).toBe(bad);
    expect(/<testsuites [^>]*failures="0" errors="0"/.test(xmlOf(report))).toBe(!bad);
  },
);

test("a run without a check is one error", () => {
  expect(xmlOf(reports.unreachable)).toContain(
    '<error type="exit status 3" message="The agent at http://127.0.0.1',
  );
});

test("an expected failure is skipped, with the reason; without the entry of the baseline it is a failure", () => {
  const why = "expected to fail, until 2999-01-01: We answer with our own ids (https://t.example/1)";
  expect(xmlOf(reports.excused)).toContain(`<skipped message="${why}"></skipped>`);
  expect(xmlOf(reports.excused)).toContain('<property name="verdict" value="fail"></property>');
  const checks = reports.excused.checks.map(({ excused: _, ...check }) => check);
  expect(xmlOf({ ...reports.excused, checks })).toContain("<failure");
});

test("text of an agent is escaped", () => {
  const hostile = xmlOf(hostileReport);
  expect(hostile).not.toMatch(/<img|<!--/);
  expect(hostile).not.toMatch(/[^\P{Cc}\n]|\ufffe/u);
});

const pageOf = (report: Report) => renderMarkdown(report, { clause });

test("the page has a headline, the counts, then failures before other checks", () => {
  const page = pageOf(reports.everyVerdict);
  expect(page).toMatch(/^# league\.v2 player: does not conform\n/);
  expect(page).toContain("| 1 | 1 | 1 | 1 | 1 | 1 | 1 | 87.5 % |");
  const headings = [...page.matchAll(/^## (.*)$/gm)].map((heading) => heading[1]);
  expect(headings).toEqual([
    "✘ The choice goes back with the match id of its call",
    "‼ The choice is even or odd",
    "? A choice at the last moment still counts",
    "▲ Another path is answered with 404",
    "Not decided by this run",
  ]);
});

test("a failure quotes its clause and shows the conversation", () => {
  const page = pageOf(reports.fails);
  expect(page).toContain("> **PLY-CHOICE-04** A CHOOSE");
  expect(page).toContain("+53 ms  agent → referee  CHOOSE_PARITY_RESPONSE");
  expect(page).toContain("npx league-conformance replay player/choice/echoes-match");
});

test("a run without failures gives a short page", () => {
  expect(pageOf(reports.conforms)).not.toContain("Transcript");
  expect(pageOf(reports.conforms).split("\n").length).toBeLessThan(20);
});

test("text of an agent creates no markup and no mentions", () => {
  const outsideOfCode = pageOf(hostileReport)
    .replace(/^(`{3,}).*?^\1$/gms, "")
    .replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
  expect(outsideOfCode).not.toMatch(/<(?!details>|\/details>|summary>|\/summary>)/);
  expect(outsideOfCode).not.toContain("@all");
  expect(outsideOfCode).not.toMatch(/[^\P{Cc}\n]/u);
});

test("a fence is longer than the backticks inside of it", () => {
  const [check] = reports.fails.checks;
  if (check === undefined) throw new Error("the fixture lost its checks");
  const page = pageOf({ ...reports.fails, checks: [{ ...check, verdict: "fail", expected: "````" }] });
  expect(page).toContain("`````text\nexpected  ````\n`````");
});
