/** Files that register themselves by standing in a folder: checks and mutants. */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

export interface Discovered {
  /** Path from the folder that was searched. */
  file: string;
  exported: unknown;
}

/**
 * The defaults of all modules below `folder`, a list counting as its members. Tests, declarations, indexes, helpers
 * (whose names start with `_`) and modules without a default are left out.
 */
export async function discover(folder: URL, below: string): Promise<Discovered[]> {
  const root = fileURLToPath(new URL(`${below}/`, folder));
  if (!existsSync(root)) return [];
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) =>
        /\.(js|ts)$/.test(file) && !/\.(test|d)\.ts$/.test(file) && !/(^|\/)(_[^/]*|index\.\w+)$/.test(file),
    )
    .filter((file) => hasSource(`${root}${file}`))
    .toSorted();
  const found: Discovered[] = [];
  for (const file of files) {
    const module = (await import(pathToFileURL(`${root}${file}`).href)) as { default?: unknown };
    if (module.default === undefined) continue;
    const list: unknown[] = Array.isArray(module.default) ? module.default : [module.default];
    found.push(...list.map((exported) => ({ file: `${below}/${file}`, exported })));
  }
  return found;
}

/** In a checkout, the build of a file that has been deleted stays behind; nothing that has lost its source counts. */
function hasSource(built: string): boolean {
  const source = built.replace(/([\\/])dist([\\/](?!.*[\\/]dist[\\/]))/, "$1src$2").replace(/\.js$/, ".ts");
  const sources = source.slice(0, source.lastIndexOf("src") + 3);
  return source === built || !existsSync(sources) || existsSync(source);
}
