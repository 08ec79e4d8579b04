// The last lines of `npm start`: the pages that it has written.
import { join } from "node:path";

const page = (file) => join(process.cwd(), "league-data", file);
console.log(`
Open in a browser:
  the league, match by match: ${page("league.html")}
  the conformance report: ${page("conformance.html")}
Watch a league live: npx league play --watch`);
