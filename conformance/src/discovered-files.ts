/** Which files of a folder register themselves by standing in it. */
import { existsSync, readdirSync } from "node:fs";

/** Paths from the folder, sorted. Tests, declarations, indexes and helpers (whose names start with `_`) are left out. */
export function discoveredFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) =>
        /\.(js|ts)$/.test(file) && !/\.(test|d)\.ts$/.test(file) && !/(^|\/)(_[^/]*|index\.\w+)$/.test(file),
    )
    .filter((file) => hasSource(`${folder}${file}`))
    .toSorted();
}

/** In a checkout, the build of a deleted file stays in `dist`. A built file without its source does not count. */
function hasSource(built: string): boolean {
  const source = built.replace(/([\\/])dist([\\/](?!.*[\\/]dist[\\/]))/, "$1src$2").replace(/\.js$/, ".ts");
  const sources = source.slice(0, source.lastIndexOf("src") + 3);
  return source === built || !existsSync(sources) || existsSync(source);
}
