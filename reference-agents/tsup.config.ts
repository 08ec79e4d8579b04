import { defineConfig } from "tsup";

/** The command `league`: one entry, and a chunk for each subcommand, which is loaded when the subcommand runs. */
export default defineConfig({
  entry: { league: "src/cli/main.ts" },
  outDir: "dist/bundle",
  format: "esm",
  platform: "node",
  target: "node22",
  splitting: true,
  // A bundled package loads faster than its files one by one. CommonJS packages stay outside: an ES module cannot hold them.
  // The contract stays outside, so that a package with a changed contract can take its place.
  // So does what starts projects: its templates are files of its own package.
  external: [/^@league-v2\/(contract|create-agent)/],
  noExternal: [
    /^@league-v2\/(?!contract|create-agent)/,
    "commander",
    "kysely",
    "log-update",
    "string-width",
    "@modelcontextprotocol/sdk",
    "zod",
  ],
  // The test of the start-up reads it: which source is in which chunk.
  metafile: true,
  clean: true,
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  silent: true,
});
