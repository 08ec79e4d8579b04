/** The page of leniency: each of its rows names the tests that show what it accepts, and whether `strict` refuses it. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { acceptances } from "./acceptances.js";
import { answers } from "./answers.js";
import { calls, documentedCalls } from "./calls.js";
import type { Case } from "./cases.js";
import { foreignLeagues } from "./foreign-leagues.js";
import { forms } from "./forms.js";
import { orders } from "./orders.js";
import { documented, registrations } from "./registrations.js";
import { results } from "./results.js";
import { services } from "./services.js";
import { startedMatches } from "./started-matches.js";

const tables = [
  ...[registrations, acceptances, answers, calls, foreignLeagues],
  ...[orders, startedMatches, results, forms, services],
];
const cases: [string, Case][] = tables.flatMap((table) => Object.entries(table));
const contractCases = Object.entries({ ...documented, ...documentedCalls });

describe("an agent of ours accepts", () => {
  it.each(cases)("%s", async (_what, { isAccepted }) => {
    const sides = { default: await isAccepted(false), strict: await isAccepted(true) };
    expect(sides).toEqual({ default: true, strict: false });
  });

  it.each(contractCases)("as the contract does: %s", async (_what, { isAccepted }) => {
    expect([await isAccepted(false), await isAccepted(true)]).toEqual([true, true]);
  });
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const testsOf = new Map(
  globSync("../**/*.test.ts", { cwd: import.meta.dirname }).map((path) => [
    basename(path, ".test.ts"),
    read(path),
  ]),
);
const page = read("../../docs/leniency.md");
const [lenient = "", ofContract = ""] = page.split("\n## What the contract itself accepts\n");
/** Of each row, what it accepts and the tests that it names. */
const rowsOf = (text: string) =>
  text
    .split("\n")
    .filter(
      (line) => line.startsWith("| ") && !line.startsWith("| accepted |") && !line.startsWith("| done |"),
    )
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
    .map(([accepted = "", _risk, tests = ""]) => ({ accepted, tests: tests.split("; ") }));
const rows = rowsOf(lenient);
const namesIn = (table: readonly { readonly tests: readonly string[] }[]) =>
  table.flatMap(({ tests }) => tests).toSorted();

const known = new Map(cases);
/** The text of the file of another test, if it has this title. */
function fileOf(test: string): string | undefined {
  const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
  const text = testsOf.get(file);
  return title !== "" && text?.includes(title) ? text : undefined;
}

it.each(rows.map(({ accepted, tests }) => [accepted.slice(0, 80), tests] as const))(
  "the row names its tests: %s",
  (_accepted, tests) => {
    expect(tests.filter((test) => !known.has(test) && fileOf(test) === undefined)).toEqual([]);
    expect(tests.some((test) => known.has(test) || fileOf(test)?.includes("strict"))).toBe(true);
  },
);

it("`strict` refuses each row, but those that the contract has", () => {
  expect(page).not.toMatch(/also with .?strict/);
  expect(namesIn(rowsOf(ofContract))).toEqual(contractCases.map(([what]) => what).toSorted());
});

it("each case belongs to a row, and has a name of its own", () => {
  const named = new Set(namesIn(rows));
  const names = cases.map(([what]) => what);
  expect(names.filter((what) => !named.has(what))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(rows.length).toBeGreaterThan(100);
});
