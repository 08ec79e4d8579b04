/** What a program weighs in a browser or a worker: bundled, minified and gzipped by the usual means. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

export interface Bundle {
  /** Of all chunks that are loaded before the program starts. */
  readonly gzippedBytes: number;
  readonly minifiedBytes: number;
  /** Source file → its share of the minified bytes. */
  readonly inputs: ReadonlyMap<string, number>;
}

const workspace = fileURLToPath(new URL("../../..", import.meta.url));
const folder = fileURLToPath(new URL("../..", import.meta.url));

/** @param program the text of a module; what it exports stays, and whatever that does not need goes */
export async function bundle(program: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    splitting: true,
    write: false,
    metafile: true,
    outdir: "out",
    absWorkingDir: workspace,
    logLevel: "error",
  });
  const loaded = loadedAtOnce(metafile);
  const files = outputFiles.filter(({ path }) => loaded.has(path.slice(workspace.length)));
  const inputs = new Map<string, number>();
  for (const path of loaded) {
    for (const [input, { bytesInOutput }] of Object.entries(metafile.outputs[path]?.inputs ?? {})) {
      inputs.set(input, (inputs.get(input) ?? 0) + bytesInOutput);
    }
  }
  return {
    gzippedBytes: sum(files.map(({ contents }) => gzipSync(contents, { level: 9 }).length)),
    minifiedBytes: sum(files.map(({ contents }) => contents.length)),
    inputs,
  };
}

/** The entry's chunk and all that it imports; a chunk behind `import()` is loaded later, if ever. */
export function loadedAtOnce({ outputs }: Pick<Metafile, "outputs">): Set<string> {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>");
  const loaded = new Set(entry === undefined ? [] : [entry]);
  for (const path of loaded) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") loaded.add(imported);
    }
  }
  return loaded;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
