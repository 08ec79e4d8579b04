// Scripts of the pages, made with esbuild from the sources of this repository.
import { join } from "node:path";
import { build } from "esbuild";

const site = join(import.meta.dirname, "..");
export const root = join(site, "..", "..");

/**
 * @param {string} entry below src
 * @param {Record<string, string>} texts what `import text from "site:NAME"` gives, by NAME
 * @param {"esm" | "iife"} [format] "iife" for a script that shares its global names with another one
 * @returns {Promise<string>} one script
 */
export async function bundle(entry, texts = {}, format = "esm") {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join("tools", "site", "src", entry)],
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format,
    target: ["es2023", "chrome120", "firefox120", "safari17"],
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    // The packages of this repository are bundled from their sources, so that no page contains an old build.
    tsconfig: join(root, "tsconfig.test.json"),
    plugins: [textModules(texts), nodeOnly],
    logLevel: "error",
  });
  const text = outputFiles[0]?.text.trim() ?? "";
  if (/<\/script/i.test(text)) throw new Error(`${entry} would end its own element`);
  const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  if (left.length > 0) throw new Error(`${entry} still imports ${left.join(", ")}`);
  return text;
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
