/** Compares two reports, or two records of `league tap`. */

import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import { compareReports, comparisonLines } from "../compare/compare.js";
import { renderComparison } from "../compare/compare-page.js";
import { exchangesOf, kindsChanged, readRecord } from "../replay/record.js";
import { type CliContext, print } from "./cli-context.js";
import { paintFor } from "./paint-for.js";

/** @returns the exit status: 1 when something is worse in the newer file */
export async function compareFiles(
  old: string,
  now: string,
  html: string | undefined,
  around: CliContext,
): Promise<number> {
  if (html !== undefined) await assertWritable(html);
  const [before, after] = [readRecord(old), readRecord(now)];
  const comparison = compareReports(before, after);
  const kinds = kindsChanged(exchangesOf(before), exchangesOf(after));
  print(around.out, [...kinds, ...comparisonLines(comparison, paintFor(around.out))]);
  if (html !== undefined) await writeAtomically(html, renderComparison(comparison, before, after));
  return comparison.worse ? 1 : 0;
}
