import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SpecFiles } from "../upgrade/merge-files.js";

/** In a copied specification: the files that it was copied from, so that an upgrade can identify its owner's changes. */
const BASE = ".league-base.json";

/** The folder of `@league-v2/spec` as it is installed. */
export function publishedSpec(): string {
  return dirname(createRequire(import.meta.url).resolve("@league-v2/spec/package.json"));
}

/** The data and the pages of a specification; not what makes it an npm package. */
export function readSpec(folder: string): SpecFiles {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(yaml|md)$/.test(path) && path !== "README.md" && !path.includes("node_modules/"))
    .sort();
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Writes each text, and removes each file that has none. */
export function writeSpec(folder: string, files: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    if (text === null) rmSync(file, { force: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** The origin of the folder, or null for one that `init` has not created. */
export function readBase(folder: string): SpecFiles | null {
  const file = join(folder, BASE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SpecFiles) : null;
}

export function writeBase(folder: string, files: SpecFiles): void {
  writeFileSync(join(folder, BASE), `${JSON.stringify(files, null, 1)}\n`);
}
