/** The page of leniency: each of its rows names the tests that show what it accepts, and whether `strict` refuses it. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { acceptances } from "./acceptances.js";
import { answers } from "./answers.js";
import { calls } from "./calls.js";
import type { Case } from "./cases.js";
import { foreignLeagues } from "./foreign-leagues.js";
import { forms } from "./forms.js";
import { orders } from "./orders.js";
import { registrations } from "./registrations.js";
import { results } from "./results.js";
import { startedMatches } from "./started-matches.js";

const tables = [
  ...[registrations, acceptances, answers, calls, foreignLeagues],
  ...[orders, startedMatches, results, forms],
];
const cases: [string, Case][] = tables.flatMap((table) => Object.entries(table));

describe("an agent of ours accepts", () => {
  it.each(cases)("%s", async (_what, { isAccepted, alsoStrict = false }) => {
    const sides = { default: await isAccepted(false), strict: await isAccepted(true) };
    expect(sides).toEqual({ default: true, strict: alsoStrict });
  });
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const testsOf = new Map(
  globSync("../**/*.test.ts", { cwd: import.meta.dirname }).map((path) => [
    basename(path, ".test.ts"),
    read(path),
  ]),
);
/** Of each row, what it accepts and the tests that it names. */
const rows = read("../../docs/leniency.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.includes("| risk, and its limit |"))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
  .map(([accepted = "", _risk, tests = ""]) => ({ accepted, tests: tests.split("; ") }));

const marked = / \(also with `strict`\)$/;

const known = new Map(cases);
const caseOf = (test: string) => known.get(test.replace(marked, ""));
/** The text of the file of another test, if it has this title. */
function fileOf(test: string): string | undefined {
  const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
  const text = testsOf.get(file);
  return title !== "" && text?.includes(title) ? text : undefined;
}

/** Whether the test exists, and treats `strict` as the page says. */
function isShown(test: string): boolean {
  const found = caseOf(test);
  if (found === undefined) return fileOf(test) !== undefined;
  return marked.test(test) === (found.alsoStrict === true);
}

it.each(rows.map(({ accepted, tests }) => [accepted.slice(0, 80), tests] as const))(
  "the row names its tests: %s",
  (_accepted, tests) => {
    expect(tests.filter((test) => !isShown(test))).toEqual([]);
    expect(tests.some((test) => caseOf(test) !== undefined || fileOf(test)?.includes("strict"))).toBe(true);
  },
);

it("each case belongs to a row, and has a name of its own", () => {
  const named = new Set(rows.flatMap(({ tests }) => tests.map((test) => test.replace(marked, ""))));
  const names = cases.map(([what]) => what);
  expect(names.filter((what) => !named.has(what))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(rows.length).toBeGreaterThan(100);
});
