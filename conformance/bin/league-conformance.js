#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < 22 || (major === 22 && minor < 16);
const program = new URL("../dist/bundle/league-conformance.js", import.meta.url);

if (isTooOld) {
  console.error(`league-conformance needs Node.js 22.16 or newer; this is ${process.version}.`);
  process.exitCode = 2;
} else if (!existsSync(program)) {
  console.error("league-conformance is not built yet. Run: npm run build");
  process.exitCode = 2;
} else {
  // From the second start on, Node takes the compiled code from its cache. Where it cannot write one, it goes without.
  module.enableCompileCache();
  const { main } = await import(program.href);
  await main();
}
