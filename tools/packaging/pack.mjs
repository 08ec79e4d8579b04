import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demand } from "./run.mjs";

/** @returns {{name: string, folder: string, tarball: string, files: string[], manifest: object}} one packed package */
export function pack(root, folder, destination) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination];
  const { stdout } = demand("npm", args, { cwd: join(root, folder) });
  const [{ filename, files }] = JSON.parse(stdout);
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return {
    name: manifest.name,
    folder: join(root, folder),
    tarball: join(destination, filename),
    files: files.map(({ path }) => path),
    manifest,
  };
}

/** The subpaths of a package that are modules, as a user imports them. */
export function modulesOf({ name, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === "object")
    .map(([subpath]) => name + subpath.slice(1));
}

/** The subpaths that are JSON files. */
export function documentsOf({ name, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === "string")
    .map(([subpath]) => name + subpath.slice(1));
}
