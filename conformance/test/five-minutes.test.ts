/**
 * The command of "Test your agent in five minutes", run unchanged against the worked example. `docs-commands.test.ts`
 * runs the page's other commands, which select some of these checks.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Processes } from "./processes.js";

const folder = join(import.meta.dirname, "..");
const bin = join(folder, "..", "node_modules", ".bin");
const page = readFileSync(join(folder, "docs", "five-minutes.md"), "utf8");
const [command = "", ...others] = [...page.matchAll(/```sh\n(.*)\n```/g)].map(([, found]) => found);
const processes = new Processes();
afterEach(() => processes.endAll());

it("shows one command that runs the whole suite, and others that choose a part of it", () => {
  expect(others.length).toBeGreaterThan(0);
  for (const other of others) expect(other?.replace(/ --(quick|group join)\b/, "")).toBe(command);
});

it(command, { timeout: 180_000 }, async () => {
  const words = ["bash", "-c", `${command.replace(/^npx /, "")} --no-color`];
  const suite = processes.start(words, join(folder, "examples"), { PATH: `${bin}:${process.env.PATH}` });
  // On a busy machine some checks may be undecided (exit status 4), but none may fail.
  expect([0, 4], suite.output()).toContain(await suite.ended);
  expect(suite.output()).not.toMatch(/\d+ (fail|warn|harness-error)\b/);
});
