/** Every clause of the contract, as the suite uses it. */
import { requirements } from "@league-v2/contract/requirements";
import type { Clause } from "./clause.js";

export const clauses: readonly Clause[] = requirements.map(({ role, deadlineMs, whyNot, ...rest }) => ({
  ...rest,
  role: role === "league_manager" ? "manager" : role,
  ...(deadlineMs === null ? {} : { deadlineMs }),
  ...(whyNot === null ? {} : { whyNot }),
}));

const byId = new Map(clauses.map((clause) => [clause.id, clause]));

export function clauseOf(id: string): Clause | undefined {
  return byId.get(id);
}
