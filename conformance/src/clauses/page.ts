/** The page with the clauses and an anchor for each, in the contract package. */
import { fileURLToPath } from "node:url";

/** The path of a clause on this machine. */
export function clausePage(id: string): string {
  const contract = import.meta.resolve("@league-v2/contract/package.json");
  return `${fileURLToPath(new URL("reference/requirements.md", contract))}#${id.toLowerCase()}`;
}
