import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demand } from "./run.mjs";

/**
 * Packs them with one npm, whose start costs more than most packages.
 * @returns {{name: string, folder: string, tarball: string, files: string[], manifest: object}[]} in the order of the folders
 */
export function pack(root, folders, destination) {
  const workspaces = folders.flatMap((folder) => ["--workspace", folder]);
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", destination, ...workspaces];
  const packed = JSON.parse(demand("npm", args, { cwd: root }).stdout);
  return folders.map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const { filename, files } = packed.find(({ name }) => name === manifest.name);
    return {
      name: manifest.name,
      folder: join(root, folder),
      tarball: join(destination, filename),
      files: files.map(({ path }) => path),
      manifest,
    };
  });
}

/** The subpaths of a package that are modules, as a user imports them. */
export function modulesOf({ name, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([subpath]) => !subpath.endsWith(".json"))
    .map(([subpath]) => name + subpath.slice(1));
}

/** The subpaths that are JSON files. */
export function documentsOf({ name, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([subpath]) => subpath.endsWith(".json"))
    .map(([subpath]) => name + subpath.slice(1));
}
