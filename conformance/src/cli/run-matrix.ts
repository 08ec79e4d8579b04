/** The reports of several agents, side by side. */
import { basename } from "node:path";
import { assertWritable, writeAtomically } from "@league-v2/sdk/node";
import { matricesOf, matrixLines } from "../compare/matrix.js";
import { renderMatrices } from "../compare/matrix-page.js";
import { readRecord } from "../replay/record.js";
import { type CliContext, print } from "./cli-context.js";
import { paintFor } from "./paint-for.js";

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
