// The last lines of `npm start`: the pages that it has written.
import { existsSync } from "node:fs";
import { join } from "node:path";

const pages = [
  ["the league, match by match", "league.html"],
  ["the conformance report", "conformance.html"],
];

console.log("\nOpen in a browser:");
for (const [what, file] of pages) {
  const path = join(process.cwd(), "league-data", file);
  if (existsSync(path)) console.log(`  ${what}: ${path}`);
}
console.log("Watch a league live: npx league play --watch");
