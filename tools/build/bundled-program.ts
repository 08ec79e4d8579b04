/** A program as its users load it: bundled and minified by esbuild, then gzipped, without what it loads on demand. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Bundlers put code behind `import()` into a separate file. */
const onDemandApart: Plugin = {
  name: "on-demand-apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /.*/ }, ({ kind }) => (kind === "dynamic-import" ? { external: true } : undefined)),
};

export interface BundleOptions {
  readonly platform: "browser" | "node" | "neutral";
  /** The folder of the program, from which its imports are resolved. */
  readonly folder: string;
  readonly plugins?: readonly Plugin[];
}

export async function bundledProgram(program: string, { platform, folder, plugins = [] }: BundleOptions) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    target: "es2023",
    write: false,
    metafile: true,
    absWorkingDir: join(import.meta.dirname, "..", ".."),
    logLevel: "error",
    plugins: [onDemandApart, ...plugins],
  });
  const text = outputFiles[0]?.text ?? "";
  /** The files of the bundle, by their paths from the root of the repository. */
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return { text, inputs, gzipped: gzipSync(text, { level: 9 }).length };
}
