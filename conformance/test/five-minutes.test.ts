/** The commands of "Test your agent in five minutes", run as they stand there, against the worked example. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Processes } from "./processes.js";

const folder = join(import.meta.dirname, "..");
const bin = join(folder, "..", "node_modules", ".bin");
const page = readFileSync(join(folder, "docs", "five-minutes.md"), "utf8");
const commands = [...page.matchAll(/```sh\n(.*)\n```/g)].map(([, command]) => command ?? "");
const processes = new Processes();
afterEach(() => processes.endAll());

it.each(commands)("%s", { timeout: 180_000 }, async (command) => {
  const words = ["bash", "-c", `${command.replace(/^npx /, "")} --no-color`];
  const suite = processes.start(words, join(folder, "examples"), { PATH: `${bin}:${process.env.PATH}` });
  // On a busy machine the suite may say of some checks that they are undecided (exit status 4), never that one failed.
  expect([0, 4], suite.output()).toContain(await suite.ended);
  expect(suite.output()).not.toMatch(/\d+ (fail|warn|harness-error)\b/);
});
