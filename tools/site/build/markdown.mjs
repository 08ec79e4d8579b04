// Markdown to the content of a page: links between documents become links between pages.
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import Token from "markdown-it/lib/token.mjs";
import { root } from "./bundle.mjs";
import { outputOf } from "./pages.mjs";

/**
 * @param {string} file path of the document from the root
 * @param {string} whole its text
 * @param {(code: string) => string} [afterCode] returns the HTML after a block of TypeScript
 */
export function rendered(file, whole, afterCode = () => "") {
  const text = whole.replace(/^<!--[\s\S]*?-->\n/gm, "");
  const markdown = new MarkdownIt();
  const { rules } = markdown.renderer;
  const tokens = markdown.parse(text, {});
  const slugOf = slugs();
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") token.attrSet("id", slugOf(plain(tokens[index + 1])));
    aligned(token);
    if (token.type === "inline" && token.content.startsWith("<picture>"))
      token.children = [picture(token.content, file)];
    for (const child of token.children ?? []) placed(child, file);
  }
  // A horizontally scrollable element must be reachable by the keyboard.
  rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  rules.table_close = () => "</table></div>\n";
  rules.fence = (all, index) => {
    const { info, content } = all[index];
    const code = `<pre tabindex="0"><code>${markdown.utils.escapeHtml(content)}</code></pre>\n`;
    return info.trim() === "ts" ? code + afterCode(content) : code;
  };
  rules.link_open = (all, index, options, _env, self) =>
    all[index].meta === "nowhere" ? "<span>" : self.renderToken(all, index, options);
  rules.link_close = (all, index) => (all[index].meta === "nowhere" ? "</span>" : "</a>");
  return markdown.renderer.render(markClosingTokens(tokens), markdown.options, {});
}

/** The text of a heading, from which its anchor is made. */
function plain({ children }) {
  return children.map(({ content }) => content).join("");
}

/** Replaces the alignment style of a cell by a class, because the policy of the pages allows no style attributes. */
function aligned(token) {
  const style = token.attrGet("style");
  if (style === null) return;
  token.attrs = token.attrs.filter(([name]) => name !== "style");
  token.attrSet("class", style.replace("text-align:", ""));
}

function placed(token, file) {
  if (token.type === "image") token.attrSet("src", embedded(resolved(token.attrGet("src"), file)));
  if (token.type !== "link_open") return;
  const target = token.attrGet("href");
  if (/^(https?:|#)/.test(target)) return;
  const [path, hash] = resolved(target, file).split("#");
  if (!existsSync(posix.join(root, path))) throw new Error(`${file} links to ${target}, which is not there`);
  const page = outputOf.get(path) ?? outputOf.get(posix.join(path, "README.md")) ?? folderPages[path];
  if (page === undefined) token.meta = "nowhere";
  else token.attrSet("href", hash === undefined ? page : `${page}#${hash}`);
}

/** Pages for links to folders without a README. */
const folderPages = {
  "generated/reference": "generated-canonical.html",
  generated: "generated-canonical.html",
  "spec/requirements": "requirements.html",
};

function resolved(target, file) {
  return posix.normalize(posix.join(posix.dirname(file), target)).replace(/\/$/, "");
}

/** The only HTML in the documents: a picture for light and one for dark. Both are embedded in the page. */
function picture(text, file) {
  const token = new Token("html_inline", "", 0);
  token.content = text.replaceAll(
    /\b(src|srcset)="([^"]+)"/g,
    (_, name, target) => `${name}="${embedded(resolved(target, file))}"`,
  );
  return token;
}

/** A picture as a data URL, so that the page needs no separate file. */
function embedded(path) {
  return `data:image/png;base64,${readFileSync(posix.join(root, path)).toString("base64")}`;
}

/** Copies the mark of a link that is not kept to its closing token, so that only its text stays. */
function markClosingTokens(tokens) {
  for (const { children } of tokens) {
    const open = [];
    for (const token of children ?? []) {
      if (token.type === "link_open") open.push(token.meta);
      if (token.type === "link_close") token.meta = open.pop() ?? null;
    }
  }
  return tokens;
}

// Anchors of headings, in the format of the links in the repository's documents.

/** @returns {(heading: string) => string} for the headings of one page, in their order */
export function slugs() {
  const seen = new Map();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
