import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");
const compiler = "tools/build/node_modules/typescript/bin/tsc";

/** @throws Error when the bundles are older than the sources: a stale bundle proves nothing */
export function assertBuilt(): void {
  const types = spawnSync("node", [compiler, "-b", "--dry"], { cwd: root, encoding: "utf8" });
  const bundles = spawnSync("node", ["tools/build/bundle.mjs", "--check"], { cwd: root });
  if (/would build/.test(types.stdout) || bundles.status !== 0)
    throw new Error("the commands are not built from these sources: npm run build");
}
