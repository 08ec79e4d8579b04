/**
 * Loads the checks and the mutants from their folders. A bundle has no such folders: there, the build puts a table of the
 * same modules in the place of this file (`build/discovered-modules.ts`).
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Discovered, type DiscoveredModule, discoveredExports } from "./discovered.js";
import { discoveredFiles } from "./discovered-files.js";

export async function discover(kind: "checks" | "mutants", side: string): Promise<Discovered[]> {
  const folder = fileURLToPath(new URL(`./${kind}/${side}/`, import.meta.url));
  const modules: DiscoveredModule[] = [];
  for (const file of discoveredFiles(folder)) {
    const module = (await import(pathToFileURL(`${folder}${file}`).href)) as DiscoveredModule["module"];
    modules.push({ file: `${side}/${file}`, module });
  }
  return discoveredExports(modules);
}
