import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const bin = join(root, "reference-agents", "bin", "league.js");
const pages = readdirSync(join(root, "reference-agents", "docs"))
  .map((name) => `reference-agents/docs/${name}`)
  .concat("SECURITY.md");

const plan = join(mkdtempSync(join(tmpdir(), "league-plan-")), "plan.json");
writeFileSync(
  plan,
  '{"seed":5,"managers":1,"players":2,"referees":1,"capacity":1,"latencyMs":3,"faults":[{"kind":"crash","agent":"referee-1","atMs":400,"downMs":50}]}',
);

interface Shown {
  readonly subcommand: string;
  readonly flags: readonly string[];
}

/** Every `league manager --port 8000 …` in the code blocks of a page; a backslash continues a line. */
function shown(page: string): Shown[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/\\\n\s*/g, "");
  return [
    ...text.matchAll(/(?:^|[`\s])league (manager|referee|player|mcp|play|tap|doctor)((?: [^\n`]*)?)/gm),
  ].map(([, subcommand = "", rest = ""]) => ({
    subcommand,
    flags: [...rest.replace(/#.*$/, "").matchAll(/ (--[a-z-]+)/g)].map(([, flag = ""]) => flag),
  }));
}

const helps = new Map<string, Promise<string>>();
function help(subcommand: string): Promise<string> {
  const known =
    helps.get(subcommand) ?? run(process.execPath, [bin, subcommand, "--help"]).then(({ stdout }) => stdout);
  helps.set(subcommand, known);
  return known;
}

describe("the pages for operators", () => {
  it.each(pages)("%s shows flags that the commands have", async (page) => {
    for (const { subcommand, flags } of shown(page)) {
      const text = await help(subcommand);
      for (const flag of flags) expect(text, `league ${subcommand} ${flag}`).toContain(flag);
    }
  });

  it("show commands", () => {
    expect(pages.flatMap(shown).filter(({ flags }) => flags.length > 0).length).toBeGreaterThanOrEqual(4);
  });

  it("name variables that the commands read", async () => {
    const text = (await Promise.all(["manager", "referee", "player", "play"].map(help))).join("\n");
    const own = /\bLEAGUE_(?!KILL|CRASH)[A-Z_]+\b/g;
    for (const page of pages)
      for (const [name] of readFileSync(join(root, page), "utf8").matchAll(own))
        expect(text, name).toContain(name);
  });

  it.each([
    ["fuzz", ["--requests", "300", "--role", "player"]],
    ["fuzz", ["--help"]],
    ["soak", ["--matches", "30"]],
    ["simulate", ["--seeds", "3", "--faults", "crash,skew"]],
    ["simulate", ["--plan", plan, "--trace"]],
  ])("%s runs", async (name, flags) => {
    const main = join(root, "tools", name, "main.ts");
    const { stdout } = await run(process.execPath, ["--expose-gc", main, ...flags]);
    expect(stdout).not.toBe("");
  });
});
