import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SpecFiles } from "../upgrade/merge-files.js";
import { writeFile } from "./write-file.js";

/** The original files of a copied specification, with which an upgrade finds the changes of the copy. */
const BASE = ".league-base.json";

/** The folder of the installed `@league-v2/spec`. */
export function publishedSpec(): string {
  return dirname(createRequire(import.meta.url).resolve("@league-v2/spec/package.json"));
}

/** The data and the pages of a specification, without its npm files. */
export function readSpec(folder: string): SpecFiles {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(yaml|md)$/.test(path) && path !== "README.md" && !path.includes("node_modules/"))
    .sort();
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Writes each text, and removes each file whose text is null. */
export function writeSpec(folder: string, files: Readonly<Record<string, string | null>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    if (text === null) rmSync(file, { force: true });
    else writeFile(file, text);
  }
}

/** The origin of the folder, or null for one that `init` has not created. */
export function readBase(folder: string): SpecFiles | null {
  const file = join(folder, BASE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SpecFiles) : null;
}

export function writeBase(folder: string, files: SpecFiles): void {
  writeFile(join(folder, BASE), `${JSON.stringify(files, null, 1)}\n`);
}
