import { expect, it } from "vitest";
import { cpuSecondsOf, secondsOfChildren } from "./cpu-seconds.ts";

it("adds user and system time of the children, which is the second line", () => {
  expect(secondsOfChildren(["0m0.001s 0m0.002s", "1m0.102s 0m0.030s"])).toBeCloseTo(60.132);
});

it.each([[[]], [["0m0.001s"]], [["no times"]]])("refuses what is no output of times: %j", (lines) => {
  expect(() => secondsOfChildren(lines)).toThrow(Error);
});

it("counts the work of a program, not the time in which it waits", async () => {
  const program = "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);";
  expect(await cpuSecondsOf([process.execPath, "--eval", program])).toBeGreaterThan(0.3);
});
