// The packages are ESM; this marks what tsc has written to dist/cjs as CommonJS.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

for (const folder of ["generated", "sdk", "reference-agents"]) {
  const cjs = join(import.meta.dirname, "..", "..", folder, "dist", "cjs");
  if (existsSync(cjs)) writeFileSync(join(cjs, "package.json"), '{ "type": "commonjs" }\n');
}
