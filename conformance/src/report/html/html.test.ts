import { expect, test } from "vitest";
import { clause, HOSTILE, hostileReport, reports } from "../../../fixtures/report/reports.js";
import type { Report } from "../../types.js";
import { element, embedJson, escapeHtml } from "./document.js";
import { renderHtml } from "./html.js";

const render = (report: Report) => renderHtml(report, { clause });

test.each(Object.entries(reports))("the page of %s loads no external resources", (_kind, report) => {
  const page = render(report);
  expect(page).not.toMatch(/<(link|script|img|iframe|object)\b[^>]*(src|href)="(?!data:)/);
  expect(page).not.toMatch(/@import|url\(/);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain("unsafe-inline");
});

test("checks are sorted by severity, and only those that need attention are open", () => {
  const cards = [
    ...render(reports.everyVerdict).matchAll(
      /<details class="check [^>]*data-verdict="([^"]*)"[^>]*?( open="")?>/g,
    ),
  ];
  expect(cards.map((card) => card[1] + (card[2] ?? ""))).toEqual([
    'fail open=""',
    'harness-error open=""',
    'inconclusive open=""',
    "warn",
    "not-exercised",
    "not-applicable",
    "pass",
  ]);
});

test("the page contains the whole, unchanged report", () => {
  const data = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(
    render(hostileReport),
  )?.[1];
  expect(JSON.parse(data ?? "").report).toEqual(hostileReport);
});

test("the page has no element from the agent's text", () => {
  const page = render(hostileReport);
  expect(page).not.toContain("<img");
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script/g)).toHaveLength(2);
});

test("escaped text ends neither its element nor its attribute", () => {
  expect(escapeHtml(`<a b="c" d='e'>&`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
  expect(element("p", { title: `"><script>`, id: undefined }, "x")).toBe(
    '<p title="&quot;&gt;&lt;script&gt;">x</p>',
  );
});

test("embedded JSON contains nothing that ends a script, and parses to the same value", () => {
  const value = { [HOSTILE]: [HOSTILE, "<!--", "</SCRIPT >", "\u2028"] };
  const text = embedJson(value);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(value);
});
