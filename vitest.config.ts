import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests read the sources, so that no test can pass on a stale build. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@league-v2\/contract$/, replacement: at("generated/src/index.ts") },
      { find: /^@league-v2\/contract\/(.+)$/, replacement: at("generated/src/$1.ts") },
      { find: /^@league-v2\/sdk$/, replacement: at("sdk/src/index.ts") },
      { find: /^@league-v2\/sdk\/(.+)$/, replacement: at("sdk/src/$1/index.ts") },
      { find: /^@league-v2\/agents$/, replacement: at("reference-agents/src/index.ts") },
      { find: /^@league-v2\/codegen$/, replacement: at("codegen/src/index.ts") },
      { find: /^@league-v2\/conformance$/, replacement: at("conformance/src/index.ts") },
    ],
  },
  test: {
    include: ["{codegen,generated,sdk,reference-agents,conformance,bench,test}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 30_000,
  },
});
