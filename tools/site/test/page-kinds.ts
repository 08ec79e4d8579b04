/** Selects pages that together have every kind of element of a set of pages. */

const voidElements = new Set(["br", "hr", "img", "input", "link", "meta"]);

/** Elements with their parents and the names of their attributes, the input of most accessibility rules. */
function kindsIn(html: string): Set<string> {
  const markup = html.replaceAll(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, "");
  const open: string[] = [];
  const kinds = new Set<string>();
  for (const [, slash, name = "", attributes = ""] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)([^<>]*)>/g)) {
    if (slash === "/") {
      open.pop();
      continue;
    }
    const names = [...attributes.matchAll(/([a-z-]+)="[^"]*"/g)].map(([, one]) => one).toSorted();
    kinds.add([open.at(-1), name, ...names].join(" "));
    if (!voidElements.has(name)) open.push(name);
  }
  return kinds;
}

/** Selects the page with the most new kinds, until no kind is new. @returns the names of the pages */
export function pagesOfEachKind(pages: ReadonlyMap<string, string>): string[] {
  const kindsOf = new Map([...pages].map(([name, html]) => [name, kindsIn(html)]));
  const shown = new Set<string>();
  const chosen: string[] = [];
  for (;;) {
    const [best, fresh] = [...kindsOf]
      .map(([name, kinds]) => [name, [...kinds].filter((kind) => !shown.has(kind))] as const)
      .reduce((most, one) => (one[1].length > most[1].length ? one : most));
    if (fresh.length === 0) return chosen;
    chosen.push(best);
    for (const kind of fresh) shown.add(kind);
  }
}
