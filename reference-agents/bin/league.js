#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/esm/cli/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  console.error("league is not built yet. Run: npm run build");
  process.exitCode = 2;
}
