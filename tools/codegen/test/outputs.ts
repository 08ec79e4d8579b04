import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../src/generate.js";
import type { Output } from "../src/print/file.js";
import { mini } from "./mini.js";

const folder = fileURLToPath(new URL("../../../generated", import.meta.url));

/**
 * The output for the repository's specification, read from `generated/`. The gate checks that it is up to date in its step
 * "spec lint and generation drift", so that tests do not generate it again.
 */
export function realOutputs(isWanted: (path: string) => boolean): readonly Output[] {
  return globSync(["src/**/*.ts", "openrpc/*.json"], { cwd: folder })
    .filter(isWanted)
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

let outputsOfMini: Promise<readonly Output[]> | undefined;

/** The output for the small specification, generated once for all test files of a thread. */
export function miniOutputs(): Promise<readonly Output[]> {
  outputsOfMini ??= generate(mini).then(({ files }) => files);
  return outputsOfMini;
}
