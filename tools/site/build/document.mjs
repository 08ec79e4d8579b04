// The frame of every page: the document with its policy, and the top bar.
import { createHash } from "node:crypto";

/**
 * @param {object} page
 * @param {string} page.title
 * @param {string} page.body
 * @param {string} page.style
 * @param {string} [page.script] a module
 * @param {readonly string[]} [page.scripts] scripts of frames inside of the page, which inherit its policy
 * @param {readonly string[]} [page.styles] the same for styles
 * @param {readonly string[]} [page.policy] more directives
 */
export function documentOf({ title, body, style, script, scripts = [], styles = [], policy = [] }) {
  const allScripts = script === undefined ? scripts : [script, ...scripts];
  const directives = [
    "default-src 'none'",
    ...(allScripts.length === 0 ? [] : [`script-src ${allScripts.map(hashOf).join(" ")}`]),
    `style-src ${[style, ...styles].map(hashOf).join(" ")}`,
    "img-src 'self' data:",
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

// The top bar of all pages of the site.
const bar = [
  ["index.html", "league.v2"],
  ["playground.html", "Playground"],
  ["message.html", "Read a message"],
  ["demo.html", "A league in the viewer"],
  ["site-recipes.html", "Recipes"],
];

/**
 * @param {string} current the page's own file
 * @param {string} content
 */
export function framed(current, content) {
  const links = bar.map(([file, title], index) => {
    const classes = index === 0 ? ' class="home"' : "";
    return `<a${classes} href="${file}"${file === current ? ' aria-current="page"' : ""}>${title}</a>`;
  });
  return `<nav class="bar" aria-label="Site">\n${links.join("\n")}\n</nav>\n${content}`;
}

/** The frame of a page that uses the whole width. */
export function wide(current, title, content) {
  return framed(current, `<main class="wide">\n<h1>${title}</h1>\n${content}\n</main>`);
}
