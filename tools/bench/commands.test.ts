import { expect, it } from "vitest";
import { cpuSeconds } from "./commands.ts";

const program = (text: string) => [process.execPath, "--eval", text];

it("counts the work of a program, not the time in which it waits", async () => {
  const work = "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);";
  expect(await cpuSeconds({ command: program(work) })).toBeGreaterThan(0.3);
});

it("ends a server at its first line, and reports a program that fails", async () => {
  const server = program("console.log('listens'); setInterval(() => {}, 1000);");
  expect(await cpuSeconds({ command: server, isServer: true })).toBeGreaterThan(0);
  await expect(cpuSeconds({ command: program("console.log('no'); process.exit(3)") })).rejects.toThrow(
    "ended with 3: no",
  );
});
