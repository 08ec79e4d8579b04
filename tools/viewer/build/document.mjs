// A document that needs no other file: its scripts and styles are in it, and its policy allows no others.
import { createHash } from "node:crypto";
import { build } from "esbuild";

/**
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.body
 * @param {string} page.style
 * @param {readonly string[]} page.policy what it may do besides: directives
 * @param {string} [page.script] a module
 * @param {readonly string[]} [page.scripts] scripts of frames inside of the page, which inherit its policy
 * @param {readonly string[]} [page.styles] the same for styles
 */
export function documentOf({ title, body, style, policy, script, scripts = [], styles = [] }) {
  const allScripts = script === undefined ? scripts : [script, ...scripts];
  const directives = [
    "default-src 'none'",
    ...(allScripts.length === 0 ? [] : [`script-src ${allScripts.map(hashOf).join(" ")}`]),
    `style-src ${[style, ...styles].map(hashOf).join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...policy,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${directives.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? "" : `<script type="module">${script}</script>\n`}</body>
</html>
`;
}

function hashOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * A script or a style with all its imports, as text for a page.
 * @param {string} entry
 * @param {import("esbuild").BuildOptions} options
 * @returns {Promise<string>}
 */
export async function bundled(entry, options) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: "esm",
    target: ["es2023", "chrome120", "firefox120", "safari17"],
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "error",
    ...options,
  });
  const text = outputFiles[0]?.text.trim() ?? "";
  const end = entry.endsWith(".css") ? /<\/style/i : /<\/script/i;
  if (end.test(text)) throw new Error(`${entry} would end its own element`);
  const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  if (left.length > 0) throw new Error(`${entry} still imports ${left.join(", ")}`);
  return text;
}
