// Packs what a project of an agent needs into one folder, for as long as the packages are not on npm: `npm run tarballs`.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { installLines } from "./managers.mjs";
import { pack } from "./pack.mjs";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "league-packages");
mkdirSync(folder, { recursive: true });
const packed = pack(root, ["generated", "sdk", "reference-agents", "tools/create", "conformance"], folder);
console.log(`${packed.length} packages are in ${folder}. In the folder of your project, one of:`);
for (const line of Object.values(installLines(packed))) console.log(`  ${line}`);
