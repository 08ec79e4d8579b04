import { expect, test } from "vitest";
import { diffModels } from "../src/diff/diff.js";
import type { Diff } from "../src/diff/finding.js";
import { load } from "../src/load/load.js";
import type { Source } from "../src/load/source.js";
import { edited, mini } from "./mini.js";

/** [title, file, old text, new text, verdict, pointer after mini/, part of the explanation] */
export type DiffCase = [string, string, string | RegExp, string, string, string, string];

// Without the lint, because the examples do not match a changed schema.
const model = (source: Source) => load(source).model;
const before = model(mini);

/** The effects of a changed specification on users of the small one. */
export function compare(after: Source): Diff {
  return diffModels(before, model(after));
}

export function diffTests(cases: readonly DiffCase[]): void {
  test.each(cases)("%s", (_, file, from, to, verdict, pointer, explanation) => {
    const { findings } = compare(edited(file, from, to));
    const found = findings.find((finding) => finding.pointer === `mini/${pointer}`);
    expect(found?.verdict, JSON.stringify(findings)).toBe(verdict);
    expect(found?.explanation).toContain(explanation);
  });
}
