import { expect, test } from "vitest";
import { clause } from "../../fixtures/report/clauses.js";
import { hostileReport } from "../../fixtures/report/hostile.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { renderMarkdown } from "./markdown.js";

const render = (report: Report) => renderMarkdown(report, { clause });

test("the page has a headline, the counts, then failures before other checks", () => {
  const page = render(reports.everyVerdict);
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
  const page = render(reports.fails);
  expect(page).toContain("> **PLY-CHOICE-04** A CHOOSE");
  expect(page).toContain("+53 ms  agent → referee  CHOOSE_PARITY_RESPONSE");
  expect(page).toContain("npx league-conformance replay player/choice/echoes-match");
});

test("a run without failures gives a short page", () => {
  expect(render(reports.conforms)).not.toContain("Transcript");
  expect(render(reports.conforms).split("\n").length).toBeLessThan(20);
});

test("text of an agent creates no markup and no mentions", () => {
  const outsideOfCode = render(hostileReport)
    .replace(/^(`{3,}).*?^\1$/gms, "")
    .replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
  expect(outsideOfCode).not.toMatch(/<(?!details>|\/details>|summary>|\/summary>)/);
  expect(outsideOfCode).not.toContain("@all");
  expect(outsideOfCode).not.toMatch(/[^\P{Cc}\n]/u);
});

test("a fence is longer than the backticks inside of it", () => {
  const [check] = reports.fails.checks;
  if (check === undefined) throw new Error("the fixture lost its checks");
  const page = render({ ...reports.fails, checks: [{ ...check, verdict: "fail", expected: "````" }] });
  expect(page).toContain("`````text\nexpected  ````\n`````");
});
