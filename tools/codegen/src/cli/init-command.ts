import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isFolder, type Terminal, writeFile } from "./write-file.js";

/** Copies the published specification into a new folder. Returns the exit status: 1 if the folder is not empty. */
export function initSpec(folder: string, terminal: Terminal): number {
  if (isFolder(folder) && readdirSync(folder).length > 0) {
    terminal.error(`${folder} is not empty. Name a new folder`);
    return 1;
  }
  const published = dirname(createRequire(import.meta.url).resolve("@league-v2/spec/package.json"));
  const files = specFiles(published);
  for (const path of files) writeFile(join(folder, path), readFileSync(join(published, path), "utf8"));
  terminal.out(`${files.length} files in ${folder}. Change them, then:`);
  terminal.out(`  league-codegen generate --spec ${folder} --package my-contract`);
  return 0;
}

/** The data and the pages of a specification, without its npm files. */
function specFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.(yaml|md)$/.test(path) && path !== "README.md" && !path.includes("node_modules/"))
    .sort();
}
