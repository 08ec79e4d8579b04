/** `.npmrc` hides npm's warnings, since those of Node 20 concern no program that runs; here they are looked at. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

const warningsOf = (folder: string) =>
  execFileSync("npm ci --dry-run --ignore-scripts --no-audit --loglevel=warn 2>&1", {
    cwd: folder,
    encoding: "utf8",
    shell: true,
  })
    .split("\n")
    // A machine's own npm settings are not this project's.
    .filter(
      (line) => /^npm (warn|error)/.test(line) && !/Unknown (user|env|global|builtin) config/.test(line),
    );

test("npm ci has no warning on the Node that runs the scripts", () => {
  expect(warningsOf(root)).toEqual([]);
});
