// Programs that the packaging runs, the folder in which it does, and an empty project with the tarballs installed.
import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Runs a program to its end. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", ...options });
  if (error) throw error;
  return { ok: status === 0, stdout, stderr, output: `${stdout}${stderr}`.trim() };
}

/** The same for a program that must succeed. */
export function demand(command, args, options = {}) {
  const result = run(command, args, options);
  if (!result.ok) throw new Error(`${command} ${args.join(" ")} failed:\n${result.output}`);
  return result;
}

// A folder for what is installed and tried: in memory where there is room, as creating ten thousand files on a disk costs
// more than everything else that `npm install` does.
const IN_MEMORY = "/dev/shm";

/** Several times what the projects take. */
const NEEDED_BYTES = 1_500_000_000;

/** @returns {string} a new folder, which the caller removes */
export function scratchFolder() {
  return mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), "league-packaging-"));
}

function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

// npm unpacks each tarball of a file three times, twice of these in its cache on the disk, only to read its manifest; so it is given
// small tarballs to resolve, and the full ones are unpacked over them.

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
