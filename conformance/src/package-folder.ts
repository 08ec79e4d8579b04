/** The folder of this package. The sources, their build and the bundle are at different depths in it. */
import { existsSync, readFileSync } from "node:fs";

export const packageFolder: URL = nearestPackage(new URL("./", import.meta.url));

export function packageVersion(): string {
  const manifest = readFileSync(new URL("package.json", packageFolder), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

function nearestPackage(folder: URL): URL {
  return existsSync(new URL("package.json", folder)) ? folder : nearestPackage(new URL("../", folder));
}
