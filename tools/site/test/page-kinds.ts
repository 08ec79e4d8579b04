/** Which pages together show every kind of element that a set of pages has. */

const voidElements = new Set(["br", "hr", "img", "input", "link", "meta"]);

/** An element with its parent and the names of its attributes: what most rules of accessibility look at. */
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

/** Of the pages that show most of what is not shown yet, one after the other. @returns their names */
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
