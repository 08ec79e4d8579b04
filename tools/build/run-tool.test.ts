import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const tools = ["bench", "fuzz", "simulate", "soak"];

function run(tool: string, ...args: string[]): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const main = join(import.meta.dirname, "..", tool, "main.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
}

it.each(tools)("%s refuses an argument that it does not take in one line", async (tool) => {
  const { status, stderr } = await run(tool, "x");
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^[^\n]*'x'[^\n]*; see --help\n$/)]);
});

it("a value that an option does not take is refused in the same way, and --help says which there are", async () => {
  const { status, stderr } = await run("fuzz", "--requests", "-1");
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^[^\n]*; see --help\n$/)]);
  const help = await run("fuzz", "--help");
  expect(help).toEqual({ status: 0, stderr: "", stdout: expect.stringContaining("--requests <n>") });
});
