import { expect, it } from "vitest";
import { cpuSeconds } from "./commands.ts";

const program = (text: string) => [process.execPath, "--eval", text];

it("counts the work of a program, not the time in which it waits", async () => {
  // It looks seldom: each look is a call of the system, which takes several times as long as the work.
  const work =
    "const end = process.cpuUsage().user + 300_000; for (let i = 1; i % 1e6 || process.cpuUsage().user < end; i++);";
  expect(await cpuSeconds({ command: program(work) })).toBeGreaterThan(0.3);
});

it("ends a server at its first line, and reports a program that fails", async () => {
  const server = program("console.log('listens'); setInterval(() => {}, 1000);");
  expect(await cpuSeconds({ command: server, isServer: true })).toBeGreaterThan(0);
  await expect(cpuSeconds({ command: program("console.log('no'); process.exit(3)") })).rejects.toThrow(
    "ended with 3: no",
  );
});
