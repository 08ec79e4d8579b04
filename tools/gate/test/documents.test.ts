import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..", "..", "..");
const text = (path: string) => readFileSync(join(root, path), "utf8");
const roles = ["transport", "player", "referee", "league-manager"];

interface Clause {
  readonly id: string;
  readonly source: string;
}

const clauses = roles.flatMap(
  (role) => (parse(text(`spec/requirements/${role}.yaml`)) as { clauses: Clause[] }).clauses,
);
const decisions = new Set([...text("spec/DECISIONS.md").matchAll(/^\| (D\d+) \|/gm)].map(([, id]) => id));

/** `LM-REG-02 … LM-REG-04` names every clause between the two. */
function clauseIds(cell: string): string[] {
  return cell.split(",").flatMap((part) => {
    const [first, last] = part.trim().split(" … ");
    if (first === undefined || last === undefined) return first ? [first] : [];
    const [, group, from] = /^(.*-)(\d+)$/.exec(first) ?? [];
    const [, , to] = /^(.*-)(\d+)$/.exec(last) ?? [];
    return Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, index) => `${group}${String(Number(from) + index).padStart(2, "0")}`,
    );
  });
}

describe("spec/requirements", () => {
  it("cites decisions that exist", () => {
    for (const { id, source } of clauses) {
      for (const [cited] of source.matchAll(/\bD\d+\b/g))
        expect(decisions, `${id} cites ${cited}`).toContain(cited);
    }
  });
});

describe("spec/interfaces.md", () => {
  const rows = text("spec/interfaces.md")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

  it("has a row for each of the 36 methods", () => {
    expect(rows).toHaveLength(36);
  });

  it("names files, and names in them, that exist", () => {
    for (const [, section, , implemented = ""] of rows) {
      for (const [, what, path] of implemented.matchAll(/`([^`]+)`(?: of [^`]*)? in `([^`]+\.ts)`/g)) {
        const file = `sdk/src/${path}`;
        expect(existsSync(join(root, file)), `IS ${section}: ${file}`).toBe(true);
        const name = what?.split(".").at(-1) ?? "";
        expect(text(file), `IS ${section}: ${file} has ${name}`).toMatch(new RegExp(`\\b${name}\\b`));
      }
    }
  });

  it("names requirements that exist", () => {
    const known = new Set(clauses.map((clause) => clause.id));
    for (const row of rows) {
      for (const id of clauseIds(row[5] ?? "")) if (id !== "–") expect(known, `IS ${row[1]}`).toContain(id);
    }
  });
});

describe("the pages", () => {
  it("link to what is there", () => {
    for (const page of ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]) {
      for (const [, target] of text(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
        expect(existsSync(join(root, target ?? "")), `${page} links to ${target}`).toBe(true);
      }
    }
  });
});
