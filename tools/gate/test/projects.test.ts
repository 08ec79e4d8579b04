/** A test that depends on the machine (sockets, processes, real time) fails next to others unless it is in a separate project. */
import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { expect, it } from "vitest";
import { alone, processes } from "../../../vitest.config.js";

const root = join(import.meta.dirname, "..", "..", "..");
const files = globSync("{sdk,reference-agents,conformance,tools}/**/*.test.ts", {
  cwd: root,
  exclude: (name) => ["node_modules", "dist", "templates"].includes(name),
});

/** Imports and calls of a file that leave the process, or wait in real time. */
const MACHINE =
  /from "node:(net|http|https|child_process|worker_threads)"|\brealEnvironment\(|\bperformance\.now\(|^import .*\bsetTimeout\b/m;

it("a test that depends on the machine is not in the shared project", () => {
  const shared = files.filter((file) => ![...alone, ...processes].some((glob) => matchesGlob(file, glob)));
  expect(shared.length).toBeGreaterThan(100);
  const misplaced = shared.filter((file) => MACHINE.test(readFileSync(join(root, file), "utf8")));
  expect(misplaced, "to be listed under `processes` in vitest.config.ts").toEqual([]);
});

it("no helper registers a hook when it is loaded: a thread loads it for the first of its files only", () => {
  const helpers = globSync("{sdk,reference-agents,conformance,tools}/**/*.ts", {
    cwd: root,
    exclude: (name) =>
      ["node_modules", "dist", "templates", "setup.ts"].includes(name) || name.endsWith(".test.ts"),
  });
  const hooked = helpers.filter((file) =>
    /^(before|after)(Each|All)\(/m.test(readFileSync(join(root, file), "utf8")),
  );
  expect(hooked, "to be given to `afterEachTest` of tools/gate/after-each-test.ts").toEqual([]);
});
