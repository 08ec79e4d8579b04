// The declarations for the type check of a strategy: the compiler's library, and the declarations of the built packages.
import { join } from "node:path";
import ts from "typescript";
import { root } from "./bundle.mjs";

/** The folders of the packages of this repository. */
const packages = [
  [join(root, "sdk/"), "/node_modules/@league-v2/sdk/"],
  [join(root, "generated/"), "/node_modules/@league-v2/contract/"],
  [join(root, "node_modules/typescript/lib/"), "/lib/"],
];

/** @returns {string} pairs of a path and a text, as JSON */
export function declarations() {
  const program = ts.createProgram([join(root, "sdk/dist/esm/index.d.ts")], {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    lib: ["lib.es2023.d.ts", "lib.webworker.d.ts"],
    types: [],
  });
  const files = program.getSourceFiles().map(({ fileName, text }) => [fileName, text]);
  if (files.length < 100) throw new Error("the SDK is not built: npm run build");
  for (const name of ["sdk", "generated"]) {
    const path = join(root, name, "package.json");
    files.push([path, ts.sys.readFile(path)]);
  }
  return JSON.stringify(files.map(([path, text]) => [placed(path), text]));
}

function placed(path) {
  const [from, to] = packages.find(([folder]) => path.startsWith(folder)) ?? [];
  if (from === undefined) throw new Error(`${path} is in no package of the site`);
  return to + path.slice(from.length);
}
