/** The commands of "Test your agent in five minutes", run as they stand there, against the worked example. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "..");
const bin = join(folder, "..", "node_modules", ".bin");
const page = readFileSync(join(folder, "docs", "five-minutes.md"), "utf8");
const commands = [...page.matchAll(/```sh\n(.*)\n```/g)].map(([, command]) => command ?? "");

it.each(commands)("%s", { timeout: 180_000 }, async (command) => {
  const { stdout } = await run("bash", ["-c", `${command.replace(/^npx /, "")} --no-color`], {
    cwd: join(folder, "examples"),
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  });
  expect(stdout).toContain("conforms");
});
