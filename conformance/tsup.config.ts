import { defineConfig } from "tsup";

/**
 * The command `league-conformance`, the worker thread of its self-test, and the library: the report's page takes parts of the
 * viewer, which is no published package; subcommands are chunks, loaded when they run.
 */
export default defineConfig({
  entry: {
    "league-conformance": "src/cli/program.ts",
    thread: "src/self-test/thread.ts",
    index: "src/index.ts",
  },
  outDir: "dist/bundle",
  format: "esm",
  platform: "node",
  target: "node22",
  splitting: true,
  // A bundled package loads faster than its files one by one. CommonJS packages stay outside: an ES module cannot hold them.
  // The contract stays outside, so that a package with a changed contract can take its place.
  external: [/^@league-v2\/contract/],
  noExternal: [/^@league-v2\/(?!contract)/, "commander", "pidtree", "@cfworker/json-schema"],
  removeNodeProtocol: false,
  // The test of the start-up reads it: which source is in which chunk.
  metafile: true,
  clean: true,
  silent: true,
});
