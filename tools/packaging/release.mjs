// What would be published, and the publication itself, which runs in the release workflow only: npm run release -- --dry-run
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pack, releaseFaults, releaseOrder, workspacesOf } from "./pack.mjs";
import { scratchFolder } from "./run.mjs";

const usage = `Usage: npm run release -- --dry-run | --publish

  --dry-run   packs every package that is published, and prints what is in it, in the order of publication
  --publish   publishes what is not on npm yet, with provenance; runs in the release workflow only`;

const root = join(import.meta.dirname, "..", "..");
process.exitCode = main();

function main() {
  const options = readOptions();
  if (options === undefined || options["dry-run"] === options.publish) {
    console.error(usage);
    return 2;
  }
  if (options.publish && process.env.GITHUB_ACTIONS !== "true") {
    console.error(
      "release: --publish runs in the release workflow only, which proves where a package comes from",
    );
    return 2;
  }
  const packages = releaseOrder(workspacesOf(root));
  const faults = releaseFaults(packages, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  for (const fault of faults) console.error(`release: ${fault}`);
  if (faults.length > 0) return 1;
  return options.publish ? publish(packages) : show(packages);
}

function readOptions() {
  try {
    const flag = { type: "boolean", default: false };
    return parseArgs({ options: { "dry-run": flag, publish: flag } }).values;
  } catch {
    return undefined;
  }
}

function show(packages) {
  const scratch = scratchFolder();
  try {
    for (const { name, manifest, tarball, files } of pack(
      root,
      packages.map(({ folder }) => folder),
      scratch,
    )) {
      const kilobytes = Math.ceil(statSync(tarball).size / 1000);
      console.log(`${name}@${manifest.version}: ${files.length} files, ${kilobytes} kB`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log("Nothing was published.");
  return 0;
}

function publish(packages) {
  for (const { manifest, folder } of packages) {
    const known = spawnSync("npm", ["view", `${manifest.name}@${manifest.version}`, "version"], {
      encoding: "utf8",
    });
    if (known.stdout.trim() === manifest.version) continue;
    const args = ["publish", "--provenance", "--access", "public", "--workspace", folder];
    if (spawnSync("npm", args, { cwd: root, stdio: "inherit" }).status !== 0) return 1;
  }
  return 0;
}
