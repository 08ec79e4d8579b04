import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const everything = ["{sdk,reference-agents,conformance,tools}/**/*.test.ts"];
/** The tests of the templates run in the projects that are made of them. */
const nothing = ["**/node_modules/**", "**/dist/**", "tools/create/templates/**"];

/** It measures the use of the processor in a process in which no other test has run. */
const processor = ["tools/fuzz/worst-shapes.test.ts"];

/**
 * They change or measure what is common to a process: signals, the exit status, timers, the environment, methods of Node's own
 * classes. A process runs one of them after the other, and each puts back what it has changed.
 */
export const alone = [
  ...processor,
  "conformance/src/cli/program.test.ts",
  "conformance/src/subject/command-launcher.test.ts",
  "sdk/src/node/serve.test.ts",
  "sdk/src/platform/system-clock.test.ts",
  "tools/codegen/src/cli/program.test.ts",
];

/** They start processes, open sockets, or wait for deadlines in real time: the gate gives them the processors first. */
export const processes = [
  "conformance/src/wire/environment.test.ts",
  "conformance/src/report/html/html.browser.test.ts",
  "conformance/src/wire/wire.test.ts",
  "conformance/test/**/*.test.ts",
  "reference-agents/src/cli/run/run-{doctor,member}.test.ts",
  "reference-agents/src/cli/watch/play-page.test.ts",
  "reference-agents/src/play/*.test.ts",
  "reference-agents/src/store/postgres/**/*.test.ts",
  "reference-agents/src/store/sqlite/sqlite.test.ts",
  "reference-agents/src/tap/tap.test.ts",
  "reference-agents/test/**/*.test.ts",
  "sdk/src/node/{node-transport,server/serve-handler,write-atomically}.test.ts",
  "sdk/test/http/*.test.ts",
  "sdk/test/retained-memory.test.ts",
  "sdk/test/gateway/mcp.test.ts",
  "tools/bench/commands.test.ts",
  "tools/codegen/test/{locked-down,python}.test.ts",
  "tools/create/src/program.test.ts",
  "tools/gate/test/**/*.test.ts",
  "tools/site/test/**/*.test.ts",
];

/** A thread loads each module once for all of its files: loading costs more than most tests. */
const inThreads = { pool: "threads", isolate: false } as const;

/** Tests read the sources, so that no test can pass on a stale build. */
export default defineConfig({
  test: {
    // Node loads the modules itself, with this hook.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ["--import", at("tools/gate/load-sources.mjs")],
    globalSetup: [at("tools/gate/temporary-folder.ts")],
    setupFiles: [at("tools/gate/setup.ts")],
    // Long enough for a busy machine: it only ends what hangs.
    testTimeout: 150_000,
    hookTimeout: 150_000,
    // Another load on the machine may cost a test its first try; the gate's last lines name what was repeated.
    retry: 1,
    // One more than there are processors: some files wait for processes and deadlines.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: everything,
          exclude: [...nothing, ...alone, ...processes],
          ...inThreads,
        },
      },
      {
        extends: true,
        test: {
          name: "processes",
          include: processes,
          exclude: nothing,
          ...inThreads,
          globalSetup: "reference-agents/test/built-once.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          exclude: processor,
          pool: "forks",
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "processor", include: processor, exclude: nothing, pool: "forks" },
      },
    ],
  },
});
