import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  const tarballs = packages.map(({ tarball }) => tarball);
  demand("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs], {
    cwd: project,
  });
  for (const peer of PEERS)
    symlinkSync(join(root, "node_modules", peer), join(project, "node_modules", peer));
  return project;
}
