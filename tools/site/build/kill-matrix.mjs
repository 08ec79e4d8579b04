// The kill matrix: the faults of the self-test, and the checks of the clauses that they break.
import { loadChecks } from "../../../conformance/dist/checks/registry.js";
import { breaksClauseOf, rolesOf } from "../../../conformance/dist/mutants/mutant.js";
import { loadMutants } from "../../../conformance/dist/mutants/registry.js";

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
