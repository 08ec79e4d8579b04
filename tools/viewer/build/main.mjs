// Writes the page as a document and as a module, and the parts for the conformance report. Unchanged files are not written, so that their bundles stay valid.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPage, reportParts } from "./assets.mjs";

const dist = join(import.meta.dirname, "..", "dist");
const page = await buildPage();
mkdirSync(dist, { recursive: true });
write("viewer.html", page);
const texts = Object.entries(await reportParts());
write("report.js", texts.map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`).join(""));
write("page.js", `export default ${JSON.stringify(page)};\n`);

function write(name, text) {
  const path = join(dist, name);
  if (contentOf(path) !== text) writeFileSync(path, text);
}

function contentOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
