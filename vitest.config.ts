import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const everything = ["{sdk,reference-agents,conformance,tools}/**/*.test.ts"];
const nothing = ["**/node_modules/**", "**/dist/**"];

/**
 * They change what is common to a process (signals, the exit status, timers, the environment, methods of Node's own
 * classes), or import a helper that registers a hook when it is loaded: in a shared thread, only the first file gets it.
 */
const alone = [
  "tools/codegen/src/cli/program.test.ts",
  "conformance/src/cli/program.test.ts",
  "conformance/src/subject/command-subject.test.ts",
  "reference-agents/src/store/sqlite/wal-sync.test.ts",
  "reference-agents/test/**/*.test.ts",
  "sdk/src/doors/system-clock.test.ts",
  "sdk/src/node/**/*.test.ts",
];

/** Tests read the sources, so that no test can pass on a stale build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@league-v2\/contract$/, replacement: at("generated/src/index.ts") },
      { find: /^@league-v2\/contract\/(.+)$/, replacement: at("generated/src/$1.ts") },
      { find: /^@league-v2\/sdk$/, replacement: at("sdk/src/index.ts") },
      { find: /^@league-v2\/sdk\/(.+)$/, replacement: at("sdk/src/$1/index.ts") },
      { find: /^@league-v2\/agents$/, replacement: at("reference-agents/src/index.ts") },
      { find: /^@league-v2\/codegen$/, replacement: at("tools/codegen/src/index.ts") },
      { find: /^@league-v2\/conformance$/, replacement: at("conformance/src/index.ts") },
    ],
  },
  test: {
    testTimeout: 30_000,
    // One more than there are processors: some files wait for processes and deadlines.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: everything,
          exclude: [...nothing, ...alone],
          // A thread loads each module once for all of its files: loading costs more than most tests.
          pool: "threads",
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: alone, exclude: nothing, pool: "forks" } },
    ],
  },
});
