/** Where a clause can be read: a page with an anchor for each, beside the contract. */
const PAGE = "generated/reference/requirements.md";

export function clausePage(id: string): string {
  return `${PAGE}#${id.toLowerCase()}`;
}
