// Which packages are published, in which order, what would be wrong with them, and their tarballs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demand } from "./run.mjs";

/** @returns {{folder: string, manifest: object}[]} the workspaces that are not private */
export function workspacesOf(root) {
  const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return manifestOf(".")
    .workspaces.map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** A package comes after those that it depends on, so that no published version lacks one of its dependencies. */
export function releaseOrder(packages) {
  const ordered = [];
  const visit = (one) => {
    if (ordered.includes(one)) return;
    for (const other of packages) if (other.manifest.name in (one.manifest.dependencies ?? {})) visit(other);
    ordered.push(one);
  };
  packages.forEach(visit);
  return ordered;
}

/** @returns {string[]} versions that differ, dependencies on another version or on a private package, a version without changes */
export function releaseFaults(packages, changelog) {
  const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));
  const [version, ...others] = new Set(versions.values());
  const different = others.length === 0 ? [] : [`the versions differ: ${[version, ...others].join(", ")}`];
  const described = changelog.includes(`\n## ${version}`)
    ? []
    : [`CHANGELOG.md has no section for ${version}`];
  const dependencies = packages.flatMap(({ manifest }) =>
    Object.entries(manifest.dependencies ?? {})
      .filter(([name, range]) => name.startsWith("@league-v2/") && versions.get(name) !== range)
      .map(([name, range]) => `${manifest.name} depends on ${name} ${range}, which is not published with it`),
  );
  return [...different, ...described, ...dependencies];
}

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
