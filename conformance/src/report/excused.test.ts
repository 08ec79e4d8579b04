/** Every format shows a failure that the baseline expects, and none as a failed test. */
import { expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { reports } from "../../fixtures/report/reports.js";
import { conclusionOf } from "./conclusion.js";
import { renderJunit } from "./junit.js";

const context = { tool: { name: "t", version: "1" }, clause };
const report = reports.excused;
const WHY = "expected to fail, until 2999-01-01: We answer with our own ids (https://t.example/1)";

test("JUnit reports an expected failure as skipped, with the reason", () => {
  const xml = renderJunit(report, context);
  expect(xml).toContain(`<skipped message="${WHY}"/>`);
  expect(xml).toMatch(/<testsuites [^>]*failures="0" errors="0" skipped="1"/);
  expect(xml).not.toContain("<failure");
  expect(xml).toContain('<property name="verdict" value="fail"/>');
});

test("the conclusion names the expected failures", () => {
  expect(conclusionOf(report).sentence).toMatch(
    /^Nothing but what the baseline expects .* 1 expected failure/,
  );
});

test("without the baseline entry it is a failure", () => {
  const plain = { ...report, checks: report.checks.map(({ excused: _, ...check }) => check) };
  expect(renderJunit(plain, context)).toContain("<failure");
});
