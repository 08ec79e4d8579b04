import { defineConfig } from "tsup";

/**
 * The main entry in one file, for Node: importing it file by file costs more CPU than the whole start of Node. Bundlers
 * get the separate files (condition `module`), out of which they take what is used.
 */
export default defineConfig({
  entry: { index: "dist/esm/index.js" },
  outDir: "dist/bundle",
  format: "esm",
  platform: "neutral",
  target: "node22",
  // What is loaded on demand elsewhere is a part of the one file; esbuild would leave it out as free of side effects.
  splitting: false,
  esbuildOptions(options) {
    options.ignoreAnnotations = true;
  },
  // The packaging test reads which files there are.
  metafile: true,
  clean: true,
  silent: true,
});
