import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clauses, sourceInFull, staleClauses, withAccepted } from "./clauses.js";

test("every document is named as the decisions name it", () => {
  const path = join(import.meta.dirname, "..", "..", "spec", "DECISIONS.md");
  const rows = [...readFileSync(path, "utf8").matchAll(/^\| ([A-Z]{2}) \| ([^|]+) \|$/gm)];
  expect(rows.map(([, short = ""]) => sourceInFull(short))).toEqual(rows.map(([, , name]) => name));
  expect(rows.length).toBeGreaterThan(4);
});

test("the section stays, and no clause keeps a short name", () => {
  expect(sourceInFull("IS 4.2.1, 4.3; PC 1.1; D07")).toBe(
    "Interface Specifications, 4.2.1, 4.3; Player Protocol Contracts, 1.1; decision D07",
  );
  expect(
    clauses.map(({ source }) => sourceInFull(source)).filter((text) => /(^|; )[A-Z]{2} /.test(text)),
  ).toEqual([]);
});

const [first, second, third] = clauses;
if (first === undefined || second === undefined || third === undefined)
  throw new Error("there are more clauses than that");
const three = [first, second, third];

test("a clause that was reworded, or is new, is stale", () => {
  expect(staleClauses(three, { [first.id]: first.hash, [second.id]: "another" })).toEqual([second, third]);
});

test("accepting one clause leaves another stale that was reworded, and drops what is no clause any more", () => {
  const reviewed = { [first.id]: first.hash, [second.id]: "another", "PLY-GONE-01": "gone" };
  const accepted = withAccepted(three, [third], reviewed);
  expect(staleClauses(three, accepted)).toEqual([second]);
  expect(accepted).not.toHaveProperty("PLY-GONE-01");
});
