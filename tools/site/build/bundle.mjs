// Scripts of the pages, made with esbuild from the sources of this repository.
import { join } from "node:path";
import { bundled } from "../../viewer/build/document.mjs";

const site = join(import.meta.dirname, "..");
export const root = join(site, "..", "..");

/**
 * @param {string} entry below src
 * @param {Record<string, string>} texts what `import text from "site:NAME"` gives, by NAME
 * @param {"esm" | "iife"} [format] "iife" for a script that shares its global names with another one
 * @returns {Promise<string>} one script
 */
export function bundle(entry, texts = {}, format = "esm") {
  return bundled(join("tools", "site", "src", entry), {
    absWorkingDir: root,
    format,
    // The packages of this repository are bundled from their sources, so that no page contains an old build.
    tsconfig: join(root, "tsconfig.test.json"),
    plugins: [textModules(texts), nodeOnly],
  });
}

function textModules(texts) {
  return {
    name: "site-texts",
    setup(builder) {
      builder.onResolve({ filter: /^site:/ }, ({ path }) => ({ path, namespace: "site" }));
      builder.onLoad({ filter: /.*/, namespace: "site" }, ({ path }) => {
        const text = texts[path.slice("site:".length)];
        return text === undefined
          ? { errors: [{ text: `there is no ${path}` }] }
          : { contents: text, loader: "text" };
      });
    },
  };
}

/** Packages of the commands. The pages do not use them; the code that imports them is removed by tree shaking. */
const nodeOnly = {
  name: "node-only",
  setup(builder) {
    builder.onResolve({ filter: /^(node:|pino$|pg$|pg-boss$|kysely$|yaml$|commander$)/ }, ({ path }) => ({
      path,
      external: true,
      sideEffects: false,
    }));
  },
};
