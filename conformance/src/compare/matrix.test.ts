import { describe, expect, test } from "vitest";
import { passing } from "../../fixtures/report/checks.js";
import { HOSTILE } from "../../fixtures/report/hostile.js";
import { reportOf } from "../../fixtures/report/reports.js";
import { createPaint } from "../report/terminal/layout.js";
import type { CheckResult, Verdict } from "../types.js";
import { matricesOf, matrixLines } from "./matrix.js";
import { renderMatrices } from "./pages.js";

const check = (id: string, verdict: Verdict, diagnosis?: string): CheckResult => ({
  ...passing,
  id,
  group: id.split("/")[1] ?? "",
  verdict,
  ...(diagnosis === undefined ? {} : { diagnosis }),
});

const good = reportOf(0, [
  check("player/join/a", "pass"),
  check("player/join/b", "pass"),
  check("transport/http/a", "not-applicable"),
]);
const bad = reportOf(1, [
  check("player/join/a", "warn"),
  check("player/join/b", "fail", HOSTILE),
  check("player/end/a", "not-exercised"),
]);
const referee = reportOf(0, [check("referee/join/a", "pass")], { role: "referee", agent: "node r.js" });
const matrices = matricesOf([
  { file: "referee.json", report: referee },
  { file: "good.json", report: good },
  { file: "bad.json", report: { ...bad, agent: HOSTILE } },
]);

describe("reports of several agents", () => {
  test("a table for each role, on a terminal: the worst verdict of each group, and how often", () => {
    const lines = matrixLines(
      matricesOf([
        { file: "referee.json", report: referee },
        { file: "good.json", report: good },
        { file: "bad.json", report: bad },
      ]),
      createPaint(false),
    );
    expect(lines).toEqual([
      "league.v2 player",
      "  A  good.json  http://127.0.0.1:8101/mcp: conforms",
      "  B  bad.json  http://127.0.0.1:8101/mcp: does not conform",
      "",
      "                  A      B",
      "  end             ·      ○ 1/1",
      "  join            ✔ 2/2  ✘ 1/2",
      "  transport/http  – 1/1  ·",
      "",
      "league.v2 referee",
      "  C  referee.json  node r.js: conforms",
      "",
      "        C",
      "  join  ✔ 1/1",
      "",
      "✘ 2/14: the worst verdict of the group, of how many checks, and how many there are.",
    ]);
  });

  test("the page names what made a cell bad, and an agent's words stay words", () => {
    const page = renderMatrices(matrices);
    expect(page).toContain("✘ FAIL 1/2");
    expect(page).toContain("player/join/b");
    expect(page).toContain("<h1>3 agents</h1>");
    expect(page).not.toMatch(/<(img|script)/);
    expect(page).not.toMatch(/unsafe-inline| style="/);
  });

  test("an agent cannot write to the terminal", () => {
    expect(matrixLines(matrices, createPaint(false)).join("\n")).not.toMatch(/[^\P{Cc}\n]/u);
  });
});
