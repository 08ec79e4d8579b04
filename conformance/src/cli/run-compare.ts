/** Compares two reports, or two records of `league tap`; shows the reports of several agents side by side. */

import { basename } from "node:path";
import { env } from "node:process";
import type { Writable } from "node:stream";
import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import { compareReports, comparisonLines } from "../compare/compare.js";
import { matricesOf, matrixLines } from "../compare/matrix.js";
import { renderComparison, renderMatrices } from "../compare/pages.js";
import { kindsChanged, readRecord, recordedIn } from "../replay/record.js";
import { createPaint, type Paint, wantsColour } from "../report/terminal/layout.js";
import { type CliContext, print } from "./cli-context.js";

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
  const kinds = kindsChanged(recordedIn(before), recordedIn(after));
  print(around.out, [...kinds, ...comparisonLines(comparison, paintFor(around.out))]);
  if (html !== undefined) await writeAtomically(html, renderComparison(comparison, before, after));
  return comparison.worse ? 1 : 0;
}

/** The reports of several agents, side by side. */
export async function showMatrix(
  files: readonly string[],
  html: string | undefined,
  around: CliContext,
): Promise<void> {
  if (html !== undefined) await assertWritable(html);
  const matrices = matricesOf(files.map((file) => ({ file: basename(file), report: readRecord(file) })));
  print(around.out, matrixLines(matrices, paintFor(around.out)));
  if (html !== undefined) await writeAtomically(html, renderMatrices(matrices));
}

/** Colours, if the stream is a terminal and its user wants them. */
function paintFor(stream: Writable & { readonly isTTY?: boolean }): Paint {
  return createPaint(wantsColour(undefined, stream.isTTY === true, env.NO_COLOR));
}
