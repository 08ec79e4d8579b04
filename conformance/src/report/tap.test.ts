import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { clause } from "../../fixtures/report/clauses.js";
import { hostileReport } from "../../fixtures/report/hostile.js";
import { reports } from "../../fixtures/report/reports.js";
import type { Report } from "../types.js";
import { renderTap } from "./tap.js";

const render = (report: Report) => renderTap(report, { tool: { name: "t", version: "1" }, clause });

test("the report has the version, the plan and one test point per check", () => {
  const lines = render(reports.everyVerdict).split("\n");
  expect(lines.slice(0, 2)).toEqual(["TAP version 14", "1..7"]);
  expect(
    lines.filter((line) => /^(not )?ok \d+ - /.test(line)).map((line) => line.replace(/:.*?(#|$)/, " $1")),
  ).toEqual([
    "ok 1 - player/join/accepts-in-time ",
    "not ok 2 - player/choice/echoes-match ",
    "not ok 3 - transport/http/unknown-path # TODO SHOULD, not MUST: POST /other was answered like POST /mcp.",
    "ok 4 - player/end/acknowledges-completion # SKIP not-exercised: The agent left before the league was completed.",
    "ok 5 - transport/rpc/batch # SKIP not-applicable: The agent refuses batches with -32600.",
    "not ok 6 - player/choice/just-inside ",
    "not ok 7 - player/choice/only-even-or-odd ",
  ]);
});

test("a failure has its details in a YAML block", () => {
  expect(blocksOf(render(reports.everyVerdict))[0]).toMatchObject({
    verdict: "fail",
    clause: ["PLY-CHOICE-04: A CHOOSE_PARITY_RESPONSE carries the match_id of the call that it answers."],
    diagnosis: "The agent was asked for its choice in match R1M1 and answered for match R1M2.",
    expected: '/result/match_id is "R1M1"',
    replay: expect.stringContaining("replay player/choice/echoes-match"),
  });
});

test("a run that ended outside of its checks bails out", () => {
  expect(render(reports.unreachable)).toMatch(/^1\.\.0 # no check was executed$/m);
  expect(render(reports.unreachable)).toMatch(
    /^Bail out! The agent at .* could not be reached or started\.$/m,
  );
});

describe("text of an agent is escaped", () => {
  const tap = render(hostileReport);

  test("text of an agent ends neither a line, a block nor the run", () => {
    expect(tap).not.toMatch(/^Bail out!/m);
    expect(tap.match(/^(not )?ok /gm)).toHaveLength(3);
    expect(tap).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test("text of an agent is no directive", () => {
    const failing = tap.split("\n").find((line) => line.startsWith("not ok 1 "));
    expect(failing).toContain("\\# SKIP");
    expect(failing).not.toMatch(/[^\\]# SKIP/);
  });

  test("text of an agent is unchanged in the parsed YAML", () => {
    expect(blocksOf(tap)[0]).toMatchObject({ diagnosis: hostileReport.checks[0]?.diagnosis });
  });
});

function blocksOf(tap: string): unknown[] {
  return [...tap.matchAll(/^ {2}---\n(.*?)^ {2}\.\.\.$/gms)].map((block) => parse(block[1] ?? ""));
}
