// One script or style with all its imports, as text for a page.
import { join } from "node:path";
import { build } from "esbuild";
import { fieldNotes } from "./field-notes.mjs";

const folder = join(import.meta.dirname, "..");
const root = join(folder, "..", "..");

/** @param {string} file a script or a style, from `src/` */
export async function bundled(file) {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [join("src", file)],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: ["es2023", "chrome120", "firefox120", "safari17"],
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    // The files of the SDK are resolved one by one, so that unused code is left out.
    conditions: ["module"],
    plugins: [fieldNotesModule],
  });
  const text = outputFiles[0]?.text.trim() ?? "";
  if (/<\/(script|style)/i.test(text)) throw new Error(`${file} would end its own element`);
  return text;
}

/** `import notes from "field-notes"`. */
const fieldNotesModule = {
  name: "field-notes",
  setup(builder) {
    builder.onResolve({ filter: /^field-notes$/ }, ({ path }) => ({ path, namespace: "field-notes" }));
    builder.onLoad({ filter: /.*/, namespace: "field-notes" }, () => ({
      contents: JSON.stringify(fieldNotes(root)),
      loader: "json",
    }));
  },
};
