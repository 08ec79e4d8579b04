/** The folder of this package. The sources, their build and the bundle lie at different depths in it. */
import { existsSync } from "node:fs";

export const packageFolder: URL = nearestPackage(new URL("./", import.meta.url));

function nearestPackage(folder: URL): URL {
  return existsSync(new URL("package.json", folder)) ? folder : nearestPackage(new URL("../", folder));
}
