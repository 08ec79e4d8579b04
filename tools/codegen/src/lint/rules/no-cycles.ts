import { eachRef } from "../../load/reference.js";
import type { NamedSchema } from "../../load/types.js";
import type { DialectRule } from "../rule.js";

/** No message contains itself, so that examples and generators are finite. */
export const noCycles: DialectRule = {
  id: "no-cycles",
  kind: "dialect",
  scope: "league-specs",
  phase: "structure",
  check({ dialect }, report) {
    const finished = new Set<string>();
    const visit = (named: NamedSchema, path: readonly string[]) => {
      if (finished.has(named.name)) return;
      eachRef(named.schema, named.pointer, (ref, pointer) => {
        const next = dialect.schemas.get(ref);
        const circle = [...path, named.name, ref];
        if (circle.indexOf(ref) < circle.length - 1) {
          const cause = `the schema contains itself: ${circle.slice(circle.indexOf(ref)).join(" → ")}`;
          report({ file: named.file, pointer }, cause, "Replace one of the references by an id.");
        } else if (next !== undefined) visit(next, [...path, named.name]);
      });
      finished.add(named.name);
    };
    for (const named of dialect.schemas.values()) visit(named, []);
  },
};
