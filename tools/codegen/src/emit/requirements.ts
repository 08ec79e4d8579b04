import { createHash } from "node:crypto";
import { posix } from "node:path";
import { isObject, type Json, type JsonObject, listAt, stringAt } from "../json.js";
import type { Table } from "../model/model.js";
import { groupOf } from "../names.js";
import { File, type Output, PREAMBLE } from "../print/file.js";
import { literal } from "../print/literal.js";
import { markdownTable } from "./reference.js";

/** The clauses as typed data, and as a page with an anchor for each. */
export function emitRequirements(files: readonly Table[]): Output[] {
  const [first] = files;
  if (first === undefined) return [];
  const folder = posix.dirname(first.file);
  return [emitData(files, folder), emitPage(files, folder)];
}

function emitData(files: readonly Table[], folder: string): Output {
  const out = new File("requirements", folder);
  const roles = files.map(({ value }) => JSON.stringify(text(value, "role"))).join(" | ");
  out.print`/** One numbered clause of the contract. Its id is never used for another clause. */
export interface Requirement {
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

/** Every clause, in the order of the files. */
export const requirements: readonly Requirement[] = [`;
  for (const { value } of files)
    for (const clause of rows(value, "clauses"))
      out.print`  ${literal(requirement(text(value, "role"), clause), 120, 1)},`;
  out.print`];`;
  return out.render();
}

function requirement(role: string, clause: JsonObject): JsonObject {
  const { deadline_ms: deadlineMs = null, decidable, why_not: whyNot } = clause;
  const [level, sentence] = [text(clause, "level"), text(clause, "text")];
  // A better citation of the source does not change the hash.
  const demand = JSON.stringify([level, sentence, deadlineMs]);
  return {
    id: text(clause, "id"),
    role,
    level,
    text: sentence,
    source: text(clause, "source"),
    wires: listAt(clause, "wires"),
    deadlineMs,
    decidable: decidable === "black-box",
    whyNot: whyNot === undefined ? null : text(clause, "why_not"),
    hash: createHash("sha256").update(demand).digest("hex").slice(0, 16),
  };
}

function emitPage(files: readonly Table[], folder: string): Output {
  const parts = [
    `<!-- ${PREAMBLE} ${folder}. Do not edit. -->`,
    "# Requirements",
    "One sentence each, with a permanent number. MUST stands only where a source document or JSON-RPC 2.0 demands it.",
    markdownTable(["", "MUST", "SHOULD", "MAY"], files.map(counts)),
    ...files.flatMap(section),
  ];
  return { path: "reference/requirements.md", text: `${parts.join("\n\n")}\n` };
}

function counts({ value }: Table): string[] {
  const role = text(value, "role");
  const count = (level: string) => rows(value, "clauses").filter((clause) => clause.level === level).length;
  return [
    `[${title(role)}](#${role.replaceAll("_", "-")})`,
    ...["must", "should", "may"].map((level) => String(count(level))),
  ];
}

function section({ value }: Table): string[] {
  const groups = rows(value, "groups").flatMap((group) => {
    const own = rows(value, "clauses").filter((clause) => groupOf(text(clause, "id")) === group.id);
    return own.length === 0 ? [] : [`### ${text(group, "title")}`, ...own.flatMap(clauseText)];
  });
  return [`## ${title(text(value, "role"))}`, text(value, "description"), ...groups];
}

/** The heading is the anchor: `#ply-join-02`. */
function clauseText(clause: JsonObject): string[] {
  const { deadlineMs, decidable, whyNot } = requirement("", clause);
  const wires = listAt(clause, "wires");
  const facts = [
    `**${text(clause, "level").toUpperCase()}**`,
    wires.includes("all") ? "any wire form" : wires.join(" and "),
    ...(typeof deadlineMs === "number" ? [`${deadlineMs / 1000} s`] : []),
    text(clause, "source"),
    ...(decidable === true ? [] : [`cannot be decided from outside: ${whyNot ?? ""}`]),
  ];
  return [`#### ${text(clause, "id")}`, `${text(clause, "text")}\\\n${facts.join(" · ")}`];
}

function title(role: string): string {
  const words = role.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function rows(value: Json, key: string): JsonObject[] {
  return listAt(value, key).filter(isObject);
}

/** A text on one line. */
function text(value: Json, key: string): string {
  return (stringAt(value, key) ?? "").trim().replaceAll(/\s+/g, " ");
}
