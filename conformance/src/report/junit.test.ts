import { expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { hostileReport } from "../../fixtures/report/hostile.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { renderJunit } from "./junit.js";

const render = (report: Report) => renderJunit(report, { tool: { name: "t", version: "1" }, clause });
const xml = render(reports.everyVerdict);

test("the whole report and each group have counts", () => {
  expect(xml).toContain(
    '<testsuites name="league.v2 player" tests="7" failures="1" errors="2" skipped="2" time="31.540">',
  );
  expect(xml).toContain('<testsuite name="player/choice" tests="3" failures="1" errors="2" skipped="0"');
});

test("a failure carries its clause, diagnosis, transcript and replay", () => {
  const failure = /<failure type="PLY-CHOICE-04" message="The agent was asked[^"]*">([^<]*)<\/failure>/.exec(
    xml,
  )?.[1];
  expect(failure).toContain("PLY-CHOICE-04: A CHOOSE_PARITY_RESPONSE carries the match_id of the call");
  expect(failure).toContain("+53 ms  agent → referee  CHOOSE_PARITY_RESPONSE  (HTTP 200, after 12 ms");
  expect(failure).toContain("again: npx league-conformance replay player/choice/echoes-match");
});

test("each verdict has a separate element", () => {
  expect(xml).toContain('<error type="PLY-CHOICE-01" message="The answer came at 29.99 s');
  expect(xml).toContain('<error type="PLY-CHOICE-07" message="TypeError in the check');
  expect(xml).toContain('<skipped message="not-exercised: The agent left before');
  expect(xml).toContain('<skipped message="not-applicable: The agent refuses batches');
  expect(xml).toMatch(/<system-out>TRA-HTTP-05[^<]*POST \/other was answered/);
});

test("a run without a check is one error", () => {
  expect(render(reports.unreachable)).toContain(
    '<testsuites name="league.v2 player" tests="1" failures="0" errors="1"',
  );
  expect(render(reports.unreachable)).toContain(
    '<error type="exit status 3" message="The agent at http://127.0.0.1',
  );
});

test("text of an agent is escaped", () => {
  const hostile = render(hostileReport);
  expect(hostile).not.toContain("<img");
  expect(hostile).not.toContain("<!--");
  expect(hostile).not.toMatch(/[^\P{Cc}\n]|\ufffe/u);
});
