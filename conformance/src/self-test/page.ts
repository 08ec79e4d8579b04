/** The kill matrix as a page. */
import type { Kill, SelfTestOutcome } from "./self-test.js";

export function renderKillMatrix({ kills, references, complaints }: SelfTestOutcome): string {
  const killed = kills.filter(({ killedBy }) => killedBy.length > 0).length;
  return [
    "# The kill matrix",
    "",
    "Written by `league-conformance self-test`. Each mutant is a reference agent with one named fault; each line says which",
    "checks were made to see that fault, and saw it.",
    "",
    `${killed} of ${kills.length} mutants killed; ${complaints.length} complaints.`,
    "",
    "## Reference agents",
    "",
    "| role | wire | pass | not exercised or not applicable | other |",
    "|---|---|---|---|---|",
    ...references.map(({ role, wire, results }) => {
      const verdicts = [...results.values()].map(({ verdict }) => verdict);
      const pass = verdicts.filter((verdict) => verdict === "pass").length;
      const absent = verdicts.filter(
        (verdict) => verdict === "not-exercised" || verdict === "not-applicable",
      ).length;
      return `| ${role} | ${wire} | ${pass} | ${absent} | ${verdicts.length - pass - absent} |`;
    }),
    "",
    ...["player", "referee", "manager"].flatMap((role) =>
      section(
        role,
        kills.filter((kill) => kill.role === role),
      ),
    ),
    ...(complaints.length === 0
      ? []
      : ["## Complaints", "", ...complaints.map((text) => `- ${cell(text)}`), ""]),
  ].join("\n");
}

function section(role: string, kills: readonly Kill[]): string[] {
  if (kills.length === 0) return [];
  return [
    `## Mutants of a ${role}`,
    "",
    "| mutant | fault | killed by | missed by | also refuted by |",
    "|---|---|---|---|---|",
    ...kills.map(({ mutant, killedBy, missedBy, alsoRefuted }) => {
      const ids = (list: Kill["killedBy"]) => list.map(({ id }) => `\`${id}\``).join(", ") || "–";
      return `| \`${mutant.id}\` | ${cell(mutant.fault)} | ${ids(killedBy)} | ${ids(missedBy)} | ${alsoRefuted.length === 0 ? "–" : `${alsoRefuted.length} more`} |`;
    }),
    "",
  ];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
