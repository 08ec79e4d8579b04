// Bundles the two commands, and the libraries for Node, with tsup, where a bundle is older than what it is made of. The licenses of
// the third-party packages in a bundle stand beside it: they ask to be kept with every copy.
// `--check` bundles nothing: its exit status says whether the bundles are up to date.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const packages = ["generated", "sdk", "reference-agents", "conformance"];

/** Pages of the viewer, which are text by then. */
const holdsPreact = /[\\/]viewer[\\/]dist[\\/](page|report)\.js$/;

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

/** Writes `LICENSES.txt` next to the bundle of a package folder, if there are such packages in it. */
function writeBundledLicenses(folder) {
  const bundle = join(folder, "dist", "bundle");
  const { inputs } = JSON.parse(readFileSync(join(bundle, "metafile-esm.json"), "utf8"));
  const packages = new Set(Object.keys(inputs).flatMap((input) => packageOf(resolve(folder, input))));
  if (packages.size === 0) return;
  writeFileSync(join(bundle, "LICENSES.txt"), [...packages].toSorted().map(notice).join("\n\n"));
}

/** The folder of the third-party package that a file belongs to, if it belongs to one. */
function packageOf(file) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? [];
  if (folder !== undefined) return [folder];
  return holdsPreact.test(file) ? [join(root, "node_modules", "preact")] : [];
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? license : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version}\n\n${text}\n`;
}
