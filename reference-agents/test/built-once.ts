/** Checks the build once for all test files of the project, because each check starts the compiler. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly isBuilt: boolean;
  }
}

const compiler = "tools/build/node_modules/typescript/bin/tsc";
const repository = join(import.meta.dirname, "../..");

export default function provideIsBuilt(project: TestProject): void {
  const { stdout } = spawnSync("node", [compiler, "-b", "--dry"], {
    cwd: repository,
    encoding: "utf8",
  });
  const bundles = spawnSync("node", ["tools/build/bundle.mjs", "--check"], { cwd: repository });
  project.provide("isBuilt", !/would build/.test(stdout) && bundles.status === 0);
}
