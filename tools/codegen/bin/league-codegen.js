#!/usr/bin/env node
// In the repository the sources run (Node 24 strips their types), so that a stale build is never used; a package runs the build.
import { existsSync } from "node:fs";
import module from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < 22 || (major === 22 && minor < 16);
const source = new URL("../src/cli/main.ts", import.meta.url);
const build = new URL("../dist/cli/main.js", import.meta.url);
const canStrip = process.features.typescript === "strip" && typeof module.registerHooks === "function";

if (isTooOld) {
  console.error(`league-codegen needs Node.js 22.16 or newer; this is ${process.version}.`);
  process.exitCode = 2;
} else if (existsSync(source) && canStrip) {
  const root = new URL("../src/", import.meta.url).href;
  module.registerHooks({
    // Sources import each other by their names after the build.
    resolve: (specifier, context, next) => {
      const isOwn = specifier.startsWith(".") && context.parentURL?.startsWith(root);
      return next(isOwn ? specifier.replace(/\.js$/, ".ts") : specifier, context);
    },
  });
  await import(source.href);
} else if (existsSync(build)) await import(build.href);
else {
  console.error("league-codegen is not built yet. Run: npm run build");
  process.exitCode = 2;
}
