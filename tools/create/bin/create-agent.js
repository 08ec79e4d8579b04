#!/usr/bin/env node
import { existsSync } from "node:fs";

const [major, minor] = process.versions.node.split(".").map(Number);
const isTooOld = major < 22 || (major === 22 && minor < 16);
const program = new URL("../dist/main.js", import.meta.url);

if (isTooOld) {
  console.error(`create-agent needs Node.js 22.16 or newer; this is ${process.version}.`);
  process.exitCode = 2;
} else if (!existsSync(program)) {
  console.error("create-agent is not built yet. Run: npm run build");
  process.exitCode = 2;
} else await import(program.href);
