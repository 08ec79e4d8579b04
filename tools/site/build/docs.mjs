// The text pages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { loadChecks } from "../../../conformance/dist/checks/registry.js";
import { breaksClauseOf, rolesOf } from "../../../conformance/dist/mutants/mutant.js";
import { loadMutants } from "../../../conformance/dist/mutants/registry.js";
import { documentOf } from "../../viewer/build/document.mjs";
import { root } from "./bundle.mjs";
import { framed, policy } from "./frame.mjs";
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
      return { name, html: documentOf({ title: whole, style, body, policy }) };
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

// The kill matrix: the faults of the self-test, and the checks of the clauses that they break.

/** @returns {Promise<string>} Markdown */
export async function killMatrix() {
  const checks = await loadChecks();
  const rows = (await loadMutants()).flatMap((mutant) =>
    rolesOf(mutant).map((role) => ({
      mutant,
      role,
      checks: checks.filter(({ side }) => [role, "transport"].includes(side)),
    })),
  );
  const sections = ["player", "referee", "manager"].map((role) => {
    const own = rows.filter((row) => row.role === role);
    return `## Faults of a ${role}\n\n| fault | what it does | breaks | checks of these clauses |\n|---|---|---|---|\n${own.map(line).join("\n")}\n`;
  });
  return `# The kill matrix

Each fault is put into a reference agent. \`league-conformance self-test\` tries all of them, in every gate of this repository, and complains
when no check finds a fault under one of its clauses; \`--json FILE\` writes which check finds which. Here are ${rows.length} rows: a fault of the
transport is tried in every role.

${sections.join("\n")}`;
}

function line({ mutant, checks }) {
  const { id, fault, breaks } = mutant;
  const deciding = checks.filter(({ check }) => breaksClauseOf(check, mutant)).map(({ check }) => check.id);
  const codes = (ids) => ids.map((one) => `\`${one}\``).join(", ");
  return `| \`${id}\` | ${fault.replaceAll("|", "\\|")} | ${breaks.join(", ")} | ${codes(deciding)} |`;
}
