// Every export of every package, loaded by Node with `import` and, as Node 22 can for ES modules, with `require`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentsOf, modulesOf } from "./pack.mjs";
import { run } from "./run.mjs";

/** @returns {string[]} the exports that do not load, or that offer other names to `require` than to `import` */
export function entryFaults(project, packages) {
  writeFileSync(
    join(project, "entries.mjs"),
    program(packages.flatMap(modulesOf), packages.flatMap(documentsOf)),
  );
  const { ok, output } = run("node", ["entries.mjs"], { cwd: project });
  return ok ? [] : output.split("\n");
}

function program(modules, documents) {
  return `
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const faults = [];
const names = (module) => Object.keys(module).filter((name) => name !== "__esModule" && name !== "module.exports").sort().join();
for (const specifier of ${JSON.stringify(modules)}) {
  try {
    const [imported, required] = [names(await import(specifier)), names(require(specifier))];
    if (imported === "") faults.push(specifier + " exports nothing");
    if (imported !== required) faults.push(specifier + " offers " + imported + " to import, but " + required + " to require");
  } catch (error) {
    faults.push(specifier + ": " + error);
  }
}
for (const specifier of ${JSON.stringify(documents)}) {
  try {
    const { default: imported } = await import(specifier, { with: { type: "json" } });
    if (JSON.stringify(imported) !== JSON.stringify(require(specifier))) faults.push(specifier + " is two documents");
  } catch (error) {
    faults.push(specifier + ": " + error);
  }
}
if (faults.length > 0) console.log(faults.join("\\n"));
process.exitCode = faults.length === 0 ? 0 : 1;
`;
}
