import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reports } from "../../fixtures/report/reports.js";
import type { Verdict } from "../types.js";
import { conclusionOf, problemOfTheRun } from "./conclusion.js";
import { verdictDisplays, verdictsBySeverity, worstFirst } from "./verdicts.js";

test("pin: the outcome of each verdict for a build", () => {
  const outcomes = Object.entries(verdictDisplays).map(([verdict, { outcome }]) => `${verdict} ${outcome}`);
  expect(outcomes.toSorted()).toEqual([
    "fail bad",
    "harness-error bad",
    "inconclusive bad",
    "not-applicable absent",
    "not-exercised absent",
    "pass good",
    "warn remark",
  ]);
});

test("every verdict has a place in the order of severity", () => {
  expect([...verdictsBySeverity].sort()).toEqual(Object.keys(verdictDisplays).sort());
  expect(worstFirst(reports.everyVerdict.checks).map((check) => check.verdict)).toEqual(verdictsBySeverity);
});

test("a failure in every message comes first, then the one that blocks most other checks", () => {
  const [check] = reports.fails.checks;
  if (check === undefined) throw new Error("this report has no check");
  const order = worstFirst([
    { ...check, id: "alone", verdict: "fail" },
    { ...check, id: "blocks", verdict: "fail", blocks: 7 },
    { ...check, id: "everywhere", verdict: "fail", everywhere: true },
    { ...check, id: "warns", verdict: "warn", everywhere: true },
  ]);
  expect(order.map(({ id }) => id)).toEqual(["everywhere", "blocks", "alone", "warns"]);
});

test("a run without checks has a problem of the run, a run with a failed check has none", () => {
  expect(problemOfTheRun(reports.nothingExecuted)).toBe("Not one check was executed.");
  expect(problemOfTheRun(reports.unreachable)).toMatch(/could not be reached/);
  expect(problemOfTheRun(reports.gateNotMet)).toMatch(/--min-coverage/);
  expect(problemOfTheRun(reports.fails)).toBeUndefined();
});

test("the conclusion names the failures that the baseline expects", () => {
  expect(conclusionOf(reports.excused).sentence).toMatch(
    /^Nothing but what the baseline expects .* 1 expected failure/,
  );
});

test("docs/verdicts.md agrees with the code", () => {
  const page = readFileSync(new URL("../../docs/verdicts.md", import.meta.url), "utf8");
  for (const verdict of Object.keys(verdictDisplays) as Verdict[])
    expect(page).toContain(`| \`${verdict}\` | ${verdictDisplays[verdict].meaning} |`);
});
