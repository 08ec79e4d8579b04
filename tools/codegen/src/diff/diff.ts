import type { Model } from "../model/model.js";
import { type Finding, Findings } from "./finding.js";
import { diffDialect } from "./methods.js";
import { diffTables } from "./tables.js";

/** The required increase of the version. */
type Bump = "major" | "minor" | "patch" | "none";

export interface Diff {
  readonly bump: Bump;
  readonly findings: readonly Finding[];
}

/** The effects of a change of the specification on agents that use the old form. */
export function diffModels(before: Model, after: Model): Diff {
  const findings = new Findings();
  const now = new Map(after.dialects.map((dialect) => [dialect.name, dialect]));
  for (const dialect of before.dialects) {
    const next = now.get(dialect.name);
    if (next === undefined)
      findings.add(
        dialect.file,
        "breaking",
        `the dialect ${dialect.name} is gone`,
        "its agents are not understood",
      );
    else diffDialect(dialect, next, findings);
    now.delete(dialect.name);
  }
  for (const dialect of now.values())
    findings.add(dialect.file, "compatible", `the dialect ${dialect.name} is new`, "");
  diffTables(before, after, findings);
  const list = findings.list();
  return { bump: bumpOf(list), findings: list };
}

function bumpOf(findings: readonly Finding[]): Bump {
  const has = (verdict: Finding["verdict"]) => findings.some((finding) => finding.verdict === verdict);
  if (has("breaking") || has("unjudged")) return "major";
  if (has("compatible")) return "minor";
  return findings.length > 0 ? "patch" : "none";
}
