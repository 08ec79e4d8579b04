/** The kill matrix as a page. */
import type { Role } from "../types.js";
import type { Kill, SelfTestOutcome } from "./self-test.js";

/** The command that publishes it. */
export const PUBLISH = "league-conformance self-test --repeats 0 --page conformance/docs/kill-matrix.md";

const ROLES: readonly Role[] = ["player", "referee", "manager"];
const NONE = "–";

export function renderKillMatrix({ kills, references, complaints, whole }: SelfTestOutcome): string {
  const killed = kills.filter(({ killedBy }) => killedBy.length > 0).length;
  const wires = [...new Set(references.map(({ wire }) => wire))];
  return [
    "# The kill matrix",
    "",
    `Written by \`${PUBLISH}\`.`,
    "Each mutant is a reference agent with one named fault; each line says which checks were made to see that fault, and saw it.",
    "",
    `${killed} of ${kills.length} mutants killed; ${complaints.length} complaints.`,
    "",
    "## Reference agents",
    "",
    "In every wire form: how many checks pass, how many are not exercised or not applicable, and how many say anything else.",
    "",
    `| wire form | ${ROLES.join(" | ")} |`,
    "|---|---|---|---|",
    ...wires.map((wire) => `| ${wire} | ${ROLES.map((role) => tally(references, role, wire)).join(" | ")} |`),
    "",
    ...ROLES.flatMap((role) =>
      section(
        role,
        kills.filter((kill) => kill.role === role),
        whole,
      ),
    ),
    ...(complaints.length === 0
      ? []
      : ["## Complaints", "", ...complaints.map((text) => `- ${cell(text)}`), ""]),
  ].join("\n");
}

function tally(references: SelfTestOutcome["references"], role: Role, wire: string): string {
  const results = references.find((one) => one.role === role && one.wire === wire)?.results ?? [];
  const count = (verdicts: readonly string[]) =>
    results.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const pass = count(["pass"]);
  const absent = count(["not-exercised", "not-applicable"]);
  return `${pass}, ${absent}, ${results.length - pass - absent}`;
}

function section(role: Role, kills: readonly Kill[], whole: boolean): string[] {
  if (kills.length === 0) return [];
  const columns = ["mutant", "fault", "killed by", "missed by", ...(whole ? ["also refuted by"] : [])];
  return [
    `## Mutants of a ${role}`,
    "",
    `| ${columns.join(" | ")} |`,
    `|${columns.map(() => "---").join("|")}|`,
    ...kills.map(({ mutant, killedBy, missedBy, alsoFailed }) => {
      const ids = (list: Kill["killedBy"]) => list.map(({ id }) => `\`${id}\``).join(", ") || NONE;
      const others = alsoFailed.length === 0 ? NONE : `${alsoFailed.length} more`;
      const cells = [`\`${mutant.id}\``, cell(mutant.fault), ids(killedBy), ids(missedBy)];
      return `| ${[...cells, ...(whole ? [others] : [])].join(" | ")} |`;
    }),
    "",
  ];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}

/** The lines of a page's matrix, as `role mutant: check, check`: compared to find out whether the page is out of date. */
export function linesOf(page: string): string[] {
  return page.split(/^## Mutants of a /m).flatMap((part, index) => {
    if (index === 0) return [];
    const role = part.slice(0, part.indexOf("\n"));
    return [...part.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, id = "", rest = ""]) => {
      const checks = [...rest.matchAll(/`([a-z]+\/[^`]+\/[^`]+)`/g)].map(([, check = ""]) => check);
      return `${role} ${id}: ${checks.sort().join(", ")}`;
    });
  });
}
