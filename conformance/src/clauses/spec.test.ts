import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clauses } from "./clause.js";
import { sourceInFull } from "./spec.js";

test("every document is named as the decisions name it", () => {
  const path = join(import.meta.dirname, "..", "..", "..", "spec", "DECISIONS.md");
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
