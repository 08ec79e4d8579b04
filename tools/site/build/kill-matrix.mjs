// The kill matrix: which checks of the suite find which fault.
import { loadChecks } from "../../../conformance/dist/checks/registry.js";
import { loadMutants } from "../../../conformance/dist/mutants/registry.js";
import { expectedRows } from "../../../conformance/dist/self-test/kill-matrix.js";

/** @returns {Promise<string>} Markdown */
export async function killMatrix() {
  const rows = expectedRows(await loadChecks(), await loadMutants());
  const sections = ["player", "referee", "manager"].map((role) => {
    const own = rows.filter((row) => row.role === role);
    return `## Faults of a ${role}\n\n| fault | what it does | breaks | found by |\n|---|---|---|---|\n${own.map(line).join("\n")}\n`;
  });
  return `# The kill matrix

Each fault is put into a reference agent. \`league-conformance self-test\` tries all of them, in every gate of this repository, and complains
when a check of the last column does not find its fault; \`--json FILE\` writes what was found. Here are ${rows.length} rows: a fault of the
transport is tried in every role.

${sections.join("\n")}`;
}

function line({ id, fault, breaks, foundBy }) {
  const codes = (ids) => ids.map((one) => `\`${one}\``).join(", ");
  return `| \`${id}\` | ${fault.replaceAll("|", "\\|")} | ${breaks.join(", ")} | ${codes(foundBy)} |`;
}
