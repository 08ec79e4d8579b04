import { createHash } from "node:crypto";
import type { Clause, Model, RequirementFile } from "../model/model.js";
import { File, type Output, PREAMBLE } from "../print/file.js";
import { literal } from "../print/literal.js";

/** The clauses as typed data, and as a page with an anchor for each. */
export function emitRequirements({ requirements }: Model): Output[] {
  return requirements.length === 0 ? [] : [emitData(requirements), emitPage(requirements)];
}

function emitData(files: readonly RequirementFile[]): Output {
  const out = new File("requirements", folderOf(files));
  const roles = files.map(({ role }) => JSON.stringify(role)).join(" | ");
  out.doc("One numbered clause of the contract. Its id is never used for another clause.");
  out.print`export interface ${out.declareType("Requirement")} {
  /** The number, such as \`PLY-JOIN-02\`. */
  readonly id: string;
  /** The role that it binds; \`transport\` binds every agent. */
  readonly role: ${roles};
  readonly level: "must" | "should" | "may";
  /** One normative sentence. */
  readonly text: string;
  /** Document and section; D.. is a row of DECISIONS.md. */
  readonly source: string;
  /** The wire forms to which it applies; \`all\` includes forms that are not in the contract. */
  readonly wires: readonly string[];
  /** The deadline that decides it, in milliseconds. */
  readonly deadlineMs: number | null;
  /** False if it cannot be decided from outside; the reason is in \`whyNot\`. */
  readonly decidable: boolean;
  readonly whyNot: string | null;
  /** Changes with the level, the text or the deadline; then all code for the clause must be reviewed. */
  readonly hash: string;
}
`;
  out.doc("Every clause, in the order of the files.");
  out.print`export const ${out.declareValue("requirements")}: readonly Requirement[] = [`;
  for (const { role, clauses } of files) {
    for (const clause of clauses) out.print`  ${literal(row(role, clause), 120, 1)},`;
  }
  out.print`];`;
  return out.render();
}

function row(role: string, { group: _, ...clause }: Clause) {
  const { id, level, ...rest } = clause;
  return { id, role, level, ...rest, wires: [...rest.wires], hash: hashOf(clause) };
}

/** Sixteen digits of SHA-256 over level, text and deadline. A better citation of the source does not change the hash. */
function hashOf({ level, text, deadlineMs }: Omit<Clause, "group">): string {
  const demand = JSON.stringify([level, text, deadlineMs]);
  return createHash("sha256").update(demand).digest("hex").slice(0, 16);
}

function emitPage(files: readonly RequirementFile[]): Output {
  const parts = [
    `<!-- ${PREAMBLE} ${folderOf(files)}. Do not edit. -->`,
    "# Requirements",
    "One sentence each, with a permanent number. MUST stands only where a source document or JSON-RPC 2.0 demands it.",
    countTable(files),
    ...files.flatMap(section),
  ];
  return { path: "reference/requirements.md", text: `${parts.join("\n\n")}\n` };
}

function countTable(files: readonly RequirementFile[]): string {
  const count = (file: RequirementFile, level: string) =>
    file.clauses.filter((clause) => clause.level === level).length;
  const rows = files.map(
    (file) =>
      `| [${title(file.role)}](#${slug(file.role)}) | ${["must", "should", "may"].map((level) => count(file, level)).join(" | ")} |`,
  );
  return ["| | MUST | SHOULD | MAY |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function section({ role, description, groups, clauses }: RequirementFile): string[] {
  return [
    `## ${title(role)}`,
    description,
    ...groups.flatMap((group) => {
      const own = clauses.filter((clause) => clause.group === group.id);
      return own.length === 0 ? [] : [`### ${group.title}`, ...own.flatMap(clauseText)];
    }),
  ];
}

/** The heading is the anchor: `#ply-join-02`. */
function clauseText({ id, level, text, source, wires, deadlineMs, decidable, whyNot }: Clause): string[] {
  const facts = [
    `**${level.toUpperCase()}**`,
    wires.includes("all") ? "any wire form" : wires.join(" and "),
    ...(deadlineMs === null ? [] : [`${deadlineMs / 1000} s`]),
    source,
    ...(decidable ? [] : [`cannot be decided from outside: ${whyNot ?? ""}`]),
  ];
  return [`#### ${id}`, `${text}\\\n${facts.join(" · ")}`];
}

function title(role: string): string {
  const words = role.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function slug(role: string): string {
  return role.replaceAll("_", "-");
}

/** All files are in one folder. */
function folderOf(files: readonly RequirementFile[]): string {
  const [first] = files;
  return first === undefined ? "" : first.source.slice(0, first.source.lastIndexOf("/"));
}
