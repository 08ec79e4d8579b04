import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { generate } from "../generate.js";
import type { JsonObject } from "../json.js";
import type { Language } from "../languages.js";
import { openSource } from "../load/source.js";
import { exportsOf, newManifest } from "../package/manifest.js";
import type { Output } from "../print/file.js";
import { printWarnings } from "./generate-command.js";
import { apply, differences } from "./output-folder.js";
import type { Terminal } from "./write-file.js";

/** Writes a whole package for one language, which can take the place of the one for league.v2. */
export async function writePackage(
  spec: string,
  folder: string,
  lang: readonly Language[],
  terminal: Terminal,
): Promise<void> {
  if (lang.includes("typescript")) await writeNpmPackage(spec, folder, terminal);
  if (lang.includes("python")) await writePythonPackage(spec, folder, terminal);
}

async function writePythonPackage(spec: string, folder: string, terminal: Terminal): Promise<void> {
  const { files, warnings } = await generate(openSource(spec), ["python"]);
  const outputs = files.map(({ path, text }) => ({ path: path.replace(/^python\//, ""), text }));
  apply(folder, differences(folder, outputs, [outputs[0]?.path.split("/")[0] ?? ""]));
  printWarnings(warnings, terminal);
  terminal.out(`${folder}: ${outputs.length} files, a Python package; install it with pip install ${folder}`);
}

/**
 * Writes a whole npm package: sources, compiled modules, documents, and a package.json. In an existing package.json it changes
 * only `exports`.
 */
async function writeNpmPackage(spec: string, folder: string, terminal: Terminal): Promise<void> {
  const { files, folders, warnings } = await generate(openSource(spec), ["typescript"]);
  // The compiler is loaded on demand, because it is larger than all other modules together.
  const { compilePackage } = await import("../package/compile.js");
  const outputs = [...files, ...compilePackage(files)];
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const changes = differences(folder, outputs, folders);
  apply(folder, changes);
  apply(folder, [
    { path: "package.json", present: null, wanted: manifestText(folder, basename(resolve(spec)), files) },
  ]);
  printWarnings(warnings, terminal);
  terminal.out(`${folder}: ${outputs.length} files, a package that takes the place of @league-v2/contract`);
}

function manifestText(folder: string, source: string, files: readonly Output[]): string {
  const file = join(folder, "package.json");
  const manifest = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as JsonObject)
    : newManifest(basename(resolve(folder)), source);
  return `${JSON.stringify({ ...manifest, exports: exportsOf(files) }, null, 2)}\n`;
}
