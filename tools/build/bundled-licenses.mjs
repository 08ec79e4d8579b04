// The licenses of the third-party packages inside of a bundle: they ask to be kept with every copy.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Writes `LICENSES.txt` next to the bundle of a package folder, if there are such packages in it. */
export function writeBundledLicenses(folder) {
  const bundle = join(folder, "dist", "bundle");
  const { inputs } = JSON.parse(readFileSync(join(bundle, "metafile-esm.json"), "utf8"));
  const packages = new Set(Object.keys(inputs).flatMap((input) => packageOf(resolve(folder, input))));
  if (packages.size === 0) return;
  writeFileSync(join(bundle, "LICENSES.txt"), [...packages].toSorted().map(notice).join("\n\n"));
}

/** Pages of the viewer, which are text by then. */
const holdsPreact = /[\\/]viewer[\\/]dist[\\/](page|report)\.js$/;

/** The folder of the third-party package that a file belongs to, if it belongs to one. */
function packageOf(file) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? [];
  if (folder !== undefined) return [folder];
  return holdsPreact.test(file) ? [join(import.meta.dirname, "..", "..", "node_modules", "preact")] : [];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? license : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version}\n\n${text}\n`;
}
