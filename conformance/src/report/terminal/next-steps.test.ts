import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { echoesWrongMatch, notExercised, passing } from "../../../fixtures/report/checks.js";
import { reportOf } from "../../../fixtures/report/reports.js";
import type { CheckResult, Report } from "../../types.js";
import { answeredNothing, conclusionOf } from "../conclusion.js";
import { createPaint } from "./layout.js";
import { nextSteps } from "./next-steps.js";
import { notExercisedLines } from "./results.js";

const COMMAND = "python3 player.py --port {port} --league {league}";
const AT_URL = "http://127.0.0.1:8101/mcp";
const QUOTED = "sh -c 'cd agents; PORT={port} exec python3 player.py --home $HOME'";

const steps = (report: Report) => nextSteps(report, undefined).join("\n");
const unexercised = (diagnosis: string): CheckResult => ({ ...passing, verdict: "not-exercised", diagnosis });
const cutOff = unexercised("the run was interrupted (SIGINT)");
const outOfTime = unexercised("the budget of 3 s was too short; a longer one: --budget");
const undecided = [unexercised("no time")];
const silent = reportOf(3, [unexercised(answeredNothing(3))], { agent: COMMAND });

test.each<[string, Report, string, string?]>([
  [
    "a failure: its first cause",
    reportOf(1, [passing, echoesWrongMatch]),
    "Fix this first (player/choice/echoes-match): The agent was asked for its choice in match R1M1 and answered for match R1M2.",
  ],
  [
    "an agent that did not start: its command with the suite's values",
    reportOf(3, [], { agent: COMMAND }),
    "python3 player.py --port 8101 --league http://127.0.0.1:8000/mcp",
    "--command",
  ],
  [
    "the same: quoted for a shell, so that the agent gets the same arguments",
    reportOf(3, [], { agent: QUOTED }),
    "sh -c 'cd agents; PORT=8101 exec python3 player.py --home $HOME'",
  ],
  [
    "an unreachable agent: to start it",
    reportOf(3, [], { agent: AT_URL }),
    `its TCP port answers: ${AT_URL}`,
  ],
  ["or to let the suite start it", reportOf(3, [], { agent: AT_URL }), "--command"],
  [
    "an agent that opens its port and answers nothing: its handler",
    silent,
    "its handler of POST /mcp",
    "opens its port",
  ],
  ["no check of a quick run", reportOf(4, [], { quick: true }), "Look at --quick, --only, "],
  ["no check", reportOf(4, []), "Look at --only, "],
  ["an interrupted run", reportOf(4, [passing, cutOff]), "Run it again to its end"],
  ["a run that had no time left", reportOf(4, [passing, outOfTime]), "Run it again with more time: --budget"],
  ["a run without a verdict", reportOf(4, undecided), "Run it again on a quieter machine"],
  ...([{ quick: true }, { selected: true }] as const).flatMap((part): [string, Report, string][] => [
    [
      "a part of the checks: the whole run of the command",
      reportOf(0, [passing], { ...part, agent: COMMAND }),
      `npx league-conformance player --command "${COMMAND}" --html`,
    ],
    [
      "a part of the checks: the whole run at the address",
      reportOf(0, [passing], { ...part, agent: AT_URL }),
      `npx league-conformance player --url ${AT_URL} --html`,
    ],
  ]),
  [
    "a check that needs a start",
    reportOf(0, [{ ...notExercised, diagnosis: "it would have to be started; use --command" }]),
    "--command",
  ],
  [
    "a check that no option helps",
    reportOf(0, [{ ...notExercised, diagnosis: "it makes one call at a time" }]),
    "",
    "Exercise more",
  ],
])("the next step after %s", (_what, report, step, absent) => {
  expect(steps(report)).toContain(step);
  if (absent !== undefined) expect(steps(report)).not.toContain(absent);
});

test("an agent that answers nothing has a conclusion of its own", () => {
  expect(conclusionOf(silent)).toMatchObject({
    headline: "agent does not answer",
    sentence: expect.stringContaining("opens its port, and answers no message within its deadline"),
  });
});

test("every named page exists at its path", () => {
  const text = steps(reportOf(1, [echoesWrongMatch])) + steps(reportOf(0, [passing], { quick: true }));
  const pages = [...text.matchAll(/\/\S+\.md/g)].map(([path]) => path);
  expect(pages).toHaveLength(3);
  for (const path of pages) expect(existsSync(path), path).toBe(true);
});

test("each reason is printed once, the most frequent first, up to a limit", () => {
  const reasons = ["b", "a", "a", "c", "d", "e", "f", "g"].map((diagnosis) => ({
    ...notExercised,
    diagnosis,
  }));
  const paint = createPaint(false);
  expect(notExercisedLines(reportOf(0, reasons), paint, 80)).toEqual([
    "  2 not exercised: a",
    ...["b", "c", "d", "e"].map((reason) => `  1 not exercised: ${reason}`),
    "  and 2 more reasons: --verbose, or --json FILE",
  ]);
  expect(notExercisedLines(reportOf(0, []), paint, 80)).toEqual([]);
});
