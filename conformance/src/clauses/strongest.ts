import type { Level } from "../types.js";
import { clauseOf } from "./clauses.js";

/** The strongest level among these clauses; unknown clauses count as MUST, so that nothing is hidden by a slip. */
export function strongest(clauseIds: readonly string[]): Level {
  const levels = clauseIds.map((id) => clauseOf(id)?.level ?? "must");
  return levels.includes("must") ? "must" : levels.includes("should") ? "should" : "may";
}
