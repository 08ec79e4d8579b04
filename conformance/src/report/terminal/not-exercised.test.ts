import { expect, test } from "vitest";
import { notExercised } from "../../../fixtures/report/checks.js";
import { reportOf } from "../../../fixtures/report/reports.js";
import { createPaint } from "./layout.js";
import { nextSteps } from "./next-steps.js";
import { notExercisedLines } from "./not-exercised.js";

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
