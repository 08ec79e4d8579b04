import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import type { Output } from "../src/print/file.js";

/** Inside of node_modules, so that emitted modules can import fast-check and msw. */
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache", import.meta.url));

/** A loaded module; tests know its exports. */
// biome-ignore lint/suspicious/noExplicitAny: the module did not exist when this test was compiled
export type Loaded = any;

/** The generated code, as JavaScript files. */
export interface Package {
  readonly folder: string;
  readonly files: readonly Output[];
  /** Imports a module by its path without extension: "canonical/index". */
  load(module: string): Promise<Loaded>;
  remove(): void;
}

/** Transpiles the emitted files, so that tests can run them. */
export function compile(files: readonly Output[]): Package {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "codegen-test-"));
  for (const { path, text } of files) {
    if (!path.endsWith(".ts")) continue;
    const file = join(folder, path.replace(/^src\//, "").replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, transformSync(text, { loader: "ts", format: "esm", target: "es2023" }).code);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return {
    folder,
    files,
    load: (module) => import(/* @vite-ignore */ pathToFileURL(join(folder, `${module}.js`)).href),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const COMPILER = fileURLToPath(new URL("../../build/node_modules/typescript/bin/tsc", import.meta.url));

const OPTIONS = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  moduleResolution: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * The compiler's messages about emitted files and additional files of a test.
 * @param extra files by path below src/, such as "use.ts".
 */
export function typeErrors(
  outputs: readonly Output[],
  extra: Readonly<Record<string, string>> = {},
): string[] {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "codegen-types-"));
  const own = Object.entries(extra).map(([path, text]) => ({ path: `src/${path}`, text }));
  const files = [
    ...outputs.filter(({ path }) => path.endsWith(".ts")),
    ...own,
    { path: "package.json", text: '{ "type": "module" }' },
    { path: "tsconfig.json", text: JSON.stringify({ compilerOptions: OPTIONS, include: ["src"] }) },
  ];
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { stdout } = spawnSync("node", [COMPILER, "-p", folder, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  // The explanation of an error is indented below it.
  return stdout
    .split("\n")
    .filter((line) => /^\S/.test(line))
    .map((line) => line.replace(/^src\/(.*?)\((\d+),\d+\): error \w+: /, "$1:$2 "));
}
