import { isObject, type Json, type JsonObject, listAt, stringAt } from "../json.js";
import type { LoadedTable } from "../load/types.js";
import type { Clause, RequirementFile } from "./model.js";

/** One file of clauses, which the lint has checked. */
export function buildRequirements(
  { file, value }: LoadedTable,
  shown: (file: string) => string,
): RequirementFile {
  const content = isObject(value) ? value : {};
  return {
    source: shown(file),
    role: stringAt(content, "role") ?? "",
    description: plain(stringAt(content, "description")),
    groups: listAt(content, "groups")
      .filter(isObject)
      .map((group) => ({ id: stringAt(group, "id") ?? "", title: stringAt(group, "title") ?? "" })),
    clauses: listAt(content, "clauses").filter(isObject).map(buildClause),
  };
}

function buildClause(raw: JsonObject): Clause {
  const id = stringAt(raw, "id") ?? "";
  const { deadline_ms, why_not } = raw;
  return {
    id,
    group: groupOf(id),
    level: stringAt(raw, "level") ?? "",
    text: plain(stringAt(raw, "text")),
    source: plain(stringAt(raw, "source")),
    wires: listAt(raw, "wires").map(String),
    deadlineMs: typeof deadline_ms === "number" ? deadline_ms : null,
    decidable: raw.decidable === "black-box",
    whyNot: textOrNull(why_not),
  };
}

/** PLY-JOIN for PLY-JOIN-02. */
export function groupOf(id: string): string {
  return id.replace(/-\d+$/, "");
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" ? plain(value) : null;
}

function plain(text: string | undefined): string {
  return (text ?? "").trim().replaceAll(/\s+/g, " ");
}
