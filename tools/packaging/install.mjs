// An empty project with the tarballs installed. npm unpacks each tarball of a file three times, twice of these in its cache on the
// disk, only to read its manifest; so it is given small tarballs to resolve, and the full ones are unpacked over them.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { demand } from "./run.mjs";

/** Optional peers of some subpaths, linked from this repository: what is tested is our packages, not the network. */
const PEERS = ["fast-check", "msw"];

/** @returns {string} the folder of an ES module project with nothing but the tarballs, and what they depend on, installed */
export function installed(root, packages, project) {
  mkdirSync(project);
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "user-project", private: true, type: "module" }),
  );
  // As a user does it, with `FULL=1`.
  const whole = process.env.FULL !== undefined;
  const tarballs = packages.map((one) =>
    whole ? one.tarball : manifestTarball(one, `${project}-manifests`),
  );
  demand("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs], {
    cwd: project,
  });
  if (!whole)
    for (const { name, tarball } of packages)
      demand("tar", ["-xzf", tarball, "-C", join(project, "node_modules", name), "--strip-components=1"]);
  for (const peer of PEERS)
    symlinkSync(join(root, "node_modules", peer), join(project, "node_modules", peer));
  return project;
}

/** The same package with its manifest and its programs only, taken from the full tarball. */
function manifestTarball({ tarball, manifest }, folder) {
  const unpacked = join(folder, basename(tarball, ".tgz"));
  mkdirSync(unpacked, { recursive: true });
  const programs = Object.values(manifest.bin ?? {});
  const wanted = ["package.json", ...programs].map((path) => join("package", path));
  demand("tar", ["-xzf", tarball, "-C", unpacked, ...wanted]);
  const small = `${unpacked}.tgz`;
  demand("tar", ["-czf", small, "-C", unpacked, "package"]);
  return small;
}
