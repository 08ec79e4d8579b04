/** The page with the clauses and an anchor for each, in the contract package. */
const PAGE = "generated/reference/requirements.md";

export function clausePage(id: string): string {
  return `${PAGE}#${id.toLowerCase()}`;
}
