import { expect, test } from "vitest";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { badgeRendererFor } from "./badge.js";

const context = { tool: { name: "t", version: "1" }, clause: () => undefined };

test.each<[Report, string, string]>([
  [reports.conforms, "conforms · 87.5 % of MUST", "brightgreen"],
  [{ ...reports.conforms, quick: true }, "conforms (quick run) · 87.5 % of MUST", "brightgreen"],
  [{ ...reports.conforms, selected: true }, "conforms (selected checks) · 87.5 % of MUST", "brightgreen"],
  [reports.fails, "does not conform · 2 failed", "red"],
  [reports.gateNotMet, "does not conform", "red"],
  [reports.unreachable, "agent not reached", "lightgrey"],
  [reports.inconclusive, "undecided", "yellow"],
  [reports.suiteFailed, "suite failed", "blueviolet"],
])("a shields endpoint shows the result of the run", (report, message, color) => {
  const badge = JSON.parse(badgeRendererFor("out/badge.json")(report, context));
  expect(badge).toEqual({ schemaVersion: 1, label: "league.v2 player", message, color });
});

test("a path that ends in .svg gives a picture with the same text for a screen reader", () => {
  const svg = badgeRendererFor("out/Badge.SVG")(reports.conforms, context);
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" role="img"/);
  expect(svg).toContain('aria-label="league.v2 player: conforms · 87.5 % of MUST"');
  expect(svg).not.toMatch(/href|url\((?!#)/);
});
