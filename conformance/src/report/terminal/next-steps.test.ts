import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { echoesWrongMatch, notExercised, passing } from "../../../fixtures/report/checks.js";
import { reportOf } from "../../../fixtures/report/reports.js";
import { answeredNothing } from "../../cut-short.js";
import type { CheckResult } from "../../types.js";
import { conclusionOf } from "../conclusion.js";
import { createPaint } from "./layout.js";
import { nextSteps } from "./next-steps.js";
import { notExercisedLines } from "./not-exercised.js";

const COMMAND = "python3 player.py --port {port} --league {league}";
const URL_OF_ONE = "http://127.0.0.1:8101/mcp";

test("after a failure the last lines name the first cause", () => {
  const [cause] = nextSteps(reportOf(1, [passing, echoesWrongMatch]), undefined);
  expect(cause).toBe(
    "Fix this first (player/choice/echoes-match): The agent was asked for its choice in match R1M1 and answered for match R1M2.",
  );
});

test("every named page exists at its path", () => {
  const reports = [reportOf(1, [echoesWrongMatch]), reportOf(0, [passing], { quick: true })];
  const text = reports.flatMap((report) => nextSteps(report, undefined)).join("\n");
  const pages = [...text.matchAll(/\/\S+\.md/g)].map(([path]) => path);
  expect(pages).toHaveLength(3);
  for (const path of pages) expect(existsSync(path), path).toBe(true);
});

test("the next step for an agent that did not start is its command with the suite's values", () => {
  const text = nextSteps(reportOf(3, [], { agent: COMMAND }), undefined).join("\n");
  expect(text).toContain("python3 player.py --port 8101 --league http://127.0.0.1:8000/mcp");
  expect(text).not.toContain("--command");
});

test("the command is quoted for a shell, so that the agent gets the same arguments", () => {
  const agent = "sh -c 'cd agents; PORT={port} exec python3 player.py --home $HOME'";
  const text = nextSteps(reportOf(3, [], { agent }), undefined).join("\n");
  expect(text).toContain("sh -c 'cd agents; PORT=8101 exec python3 player.py --home $HOME'");
});

test("the next step for an unreachable agent is to start it, or to let the suite start it", () => {
  const text = nextSteps(reportOf(3, [], { agent: URL_OF_ONE }), undefined).join("\n");
  expect(text).toContain(`its TCP port answers: ${URL_OF_ONE}`);
  expect(text).toContain("--command");
});

test("the next step for an agent that opens its port and answers nothing is to look at its handler", () => {
  const silent = unexercised(answeredNothing(3));
  const report = reportOf(3, [silent], { agent: COMMAND });
  const text = nextSteps(report, undefined).join("\n");
  expect(text).toContain("its handler of POST /mcp");
  expect(text).not.toContain("opens its port");
  expect(conclusionOf(report)).toMatchObject({
    headline: "agent does not answer",
    sentence: expect.stringContaining("opens its port, and answers no message within its deadline"),
  });
});

const unexercised = (diagnosis: string): CheckResult => ({ ...passing, verdict: "not-exercised", diagnosis });

const cutOff = unexercised("the run was interrupted (SIGINT)");
const outOfTime = unexercised("the budget of 3 s was too short; a longer one: --budget");

test.each([
  ["no check of a quick run", [], { quick: true as const }, "Look at --quick, --only, "],
  ["no check", [], {}, "Look at --only, "],
  ["an interrupted run", [passing, cutOff], {}, "Run it again to its end"],
  ["a run that had no time left", [passing, outOfTime], {}, "Run it again with more time: --budget"],
  ["a run without a verdict", [unexercised("no time")], {}, "Run it again on a quieter machine"],
])("the next step after %s", (_what, checks, part, step) => {
  expect(nextSteps(reportOf(4, checks, part), undefined)[0]).toContain(step);
});

test.each([
  [COMMAND, `--command "${COMMAND}"`],
  [URL_OF_ONE, `--url ${URL_OF_ONE}`],
])("after a part of the checks the command of the whole run has the same agent %s", (agent, option) => {
  for (const part of [{ quick: true }, { selected: true }] as const) {
    const [whole] = nextSteps(reportOf(0, [passing], { ...part, agent }), undefined);
    expect(whole).toContain(`npx league-conformance player ${option} --html`);
  }
});

const paint = createPaint(false);
const because = (diagnosis: string) => ({ ...notExercised, diagnosis });

test("each reason is printed once, the most frequent first, up to a limit", () => {
  const reasons = ["b", "a", "a", "c", "d", "e", "f", "g"].map(because);
  expect(notExercisedLines(reportOf(0, reasons), paint, 80)).toEqual([
    "  2 not exercised: a",
    ...["b", "c", "d", "e"].map((reason) => `  1 not exercised: ${reason}`),
    "  and 2 more reasons: --verbose, or --json FILE",
  ]);
  expect(notExercisedLines(reportOf(0, []), paint, 80)).toEqual([]);
});

test("an option is recommended only where it helps", () => {
  const steps = (why: string) => nextSteps(reportOf(0, [because(why)]), undefined).join("\n");
  expect(steps("it makes one call at a time")).not.toContain("Exercise more");
  expect(steps("it would have to be started; use --command")).toContain("--command");
});
