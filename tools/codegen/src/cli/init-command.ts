import { readdirSync } from "node:fs";
import { publishedSpec, readSpec, writeBase, writeSpec } from "./spec-folder.js";
import type { Terminal } from "./terminal.js";
import { isFolder } from "./write-file.js";

/** Copies the published specification into a new folder. Returns the exit status: 1 if the folder is not empty. */
export function initSpec(folder: string, terminal: Terminal): number {
  if (isFolder(folder) && readdirSync(folder).length > 0) {
    terminal.error(`${folder} is not empty. Name a new folder`);
    return 1;
  }
  const files = readSpec(publishedSpec());
  writeSpec(folder, files);
  writeBase(folder, files);
  terminal.out(`${Object.keys(files).length} files in ${folder}. Change them, then:`);
  terminal.out(`  league-codegen generate --spec ${folder} --package my-contract`);
  return 0;
}
