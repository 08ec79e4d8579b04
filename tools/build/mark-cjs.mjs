// The packages are ESM; this marks dist/cjs as CommonJS, once and before the compiler: what it reads there would be newer than
// what it wrote, and built again by every build.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

for (const folder of ["generated", "sdk", "reference-agents"]) {
  const cjs = join(import.meta.dirname, "..", "..", folder, "dist", "cjs");
  const mark = join(cjs, "package.json");
  if (existsSync(mark)) continue;
  mkdirSync(cjs, { recursive: true });
  writeFileSync(mark, '{ "type": "commonjs" }\n');
}
