/** The size of a program in a browser or a worker: bundled, minified and gzipped. */
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

export interface Bundle {
  readonly gzippedBytes: number;
  readonly minifiedBytes: number;
  /** Source file → its share of the minified bytes. */
  readonly inputs: ReadonlyMap<string, number>;
}

const workspace = fileURLToPath(new URL("../../../..", import.meta.url));
const folder = fileURLToPath(new URL("../..", import.meta.url));

/** Code behind `import()` is loaded later, if ever: bundlers put it into a separate file. */
const leaveForLater: Plugin = {
  name: "leave-for-later",
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind }) => (kind === "dynamic-import" ? { external: true } : undefined)),
};

/** @param program the text of a module; its exports stay, and unused code is removed */
export async function bundle(program: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2023",
    write: false,
    metafile: true,
    absWorkingDir: workspace,
    logLevel: "error",
    plugins: [leaveForLater],
  });
  const bytes = Buffer.concat(outputFiles.map(({ contents }) => contents));
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return {
    gzippedBytes: gzipSync(bytes, { level: 9 }).length,
    minifiedBytes: bytes.length,
    inputs: new Map(inputs.map(([path, { bytesInOutput }]) => [path, bytesInOutput])),
  };
}
