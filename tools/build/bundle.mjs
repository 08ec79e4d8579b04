// Bundles the two commands, and the libraries for Node, with tsup, where a bundle is older than what it is made of.
// `--check` bundles nothing: its exit status says whether the bundles are up to date.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeBundledLicenses } from "./bundled-licenses.mjs";

const root = join(import.meta.dirname, "..", "..");
const packages = ["generated", "sdk", "reference-agents", "conformance"];

const stale = packages.filter((folder) => !isUpToDate(folder));
if (!process.argv.includes("--check")) await Promise.all(stale.map(bundle));
else if (stale.length > 0) {
  console.log(`older than their sources: the bundles of ${stale.join(" and ")}`);
  process.exitCode = 1;
}

/** `tsc -b` touches its build information only when it has built something. */
function isUpToDate(folder) {
  const bundled = join(root, folder, "dist", "bundle", "metafile-esm.json");
  if (!existsSync(bundled)) return false;
  const { mtimeMs } = statSync(bundled);
  const inputs = globSync(
    [
      "*/dist/*.tsbuildinfo",
      "tools/viewer/dist/{esm.tsbuildinfo,page.js,report.js}",
      `${folder}/{tsup.config,build/*}.ts`,
      "package-lock.json",
    ],
    {
      cwd: root,
    },
  );
  return inputs.every((input) => statSync(join(root, input)).mtimeMs <= mtimeMs);
}

async function bundle(folder) {
  const [code] = await once(spawn("tsup", { cwd: join(root, folder), stdio: "inherit" }), "exit");
  if (code === 0) writeBundledLicenses(join(root, folder));
  else process.exitCode = 1;
}
