// `npm run site`
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildSite } from "./site.mjs";

const folder = join(import.meta.dirname, "..", "dist", "site");
rmSync(folder, { recursive: true, force: true });
await buildSite(folder);
console.log(`the site: ${join(folder, "index.html")}`);
