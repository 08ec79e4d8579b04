import { defineConfig } from "tsup";

/** The entries of `exports`; `dist/esm` has one folder for each, and the main one at its top. */
const subpaths = ["client", "game", "store", "fetch", "memory", "testing", "wire"];

/**
 * All entries in a few files, for Node: importing them file by file costs more CPU than the whole start of Node. Bundlers
 * get the separate files (condition `module`), out of which they take what is used. What an agent loads on demand, such
 * as the OpenRPC document, stays a file of its own.
 */
export default defineConfig({
  entry: {
    index: "dist/esm/index.js",
    // With the forms of the documents, loaded on demand.
    node: "dist/esm/wire/node/index.js",
    codec: "dist/esm/wire/codec.js",
    ...Object.fromEntries(subpaths.map((subpath) => [subpath, `dist/esm/${subpath}/index.js`])),
  },
  outDir: "dist/bundle",
  format: "esm",
  platform: "node",
  target: "node22",
  splitting: true,
  external: [/^@league-v2\/contract/],
  removeNodeProtocol: false,
  // The packaging test reads which files there are.
  metafile: true,
  clean: true,
  silent: true,
});
