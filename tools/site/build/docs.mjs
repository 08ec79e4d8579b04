// The text pages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { root } from "./bundle.mjs";
import { documentOf, framed } from "./document.mjs";
import { rendered } from "./markdown.mjs";
import { outputOf, sections } from "./pages.mjs";

/**
 * @param {string} style
 * @param {ReadonlyMap<string, string>} made the texts of pages that are no documents, by their paths
 * @returns {{ name: string, html: string }[]}
 */
export function docs(style, made) {
  return sections.flatMap(({ pages }) =>
    pages.map(({ file, title }) => {
      const name = outputOf.get(file);
      const afterCode = file === "tools/site/docs/recipes.md" ? playgroundLink : undefined;
      const text = made.get(file) ?? readFileSync(join(root, file), "utf8");
      const main = `<main><article>\n${rendered(file, text, afterCode)}</article></main>`;
      const body = framed(name, `<div class="text">\n${contents(name)}\n${main}\n</div>`);
      const whole = file === "README.md" ? "league.v2" : `${title} · league.v2`;
      return { name, html: documentOf({ title: whole, style, body }) };
    }),
  );
}

function contents(current) {
  const parts = sections.map(({ title, pages }) => {
    const links = pages.map(({ file, title: text }) => {
      const name = outputOf.get(file);
      return `<li><a href="${name}"${name === current ? ' aria-current="page"' : ""}>${text}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${links.join("\n")}\n</ul>`;
  });
  return `<nav class="contents" aria-label="Contents">\n${parts.join("\n")}\n</nav>`;
}

/** A link that opens a recipe in the playground, with its text in the fragment in the playground's format. */
function playgroundLink(code) {
  const packed = deflateRawSync(code).toString("base64url");
  return `<p><a href="playground.html#code=${packed}">Open it in the playground</a></p>\n`;
}
