import { stringAt } from "../../json.js";
import { childPointer } from "../../load/pointer.js";
import { kebab, RESERVED_NAMES } from "../../names.js";
import type { DialectRule } from "../rule.js";

/** A title is the schema's TypeScript name: Pascal case, equal to the key in its file, and unique. */
export const titles: DialectRule = {
  id: "titles",
  kind: "dialect",
  scope: "league-specs",
  phase: "structure",
  check({ dialect }, report) {
    const files = new Map<string, string>();
    for (const named of dialect.schemas.values()) {
      const at = { file: named.file, pointer: childPointer(named.pointer, "title") };
      const title = stringAt(named.schema, "title");
      if (title === undefined) {
        report(
          { file: named.file, pointer: named.pointer },
          "the schema has no title",
          `Add "title: ${named.name}".`,
        );
        continue;
      }
      if (!/^[A-Z][A-Za-z0-9]*$/.test(title)) {
        report(at, `${title} is not a TypeScript name in Pascal case`, "Write it like GameOver.");
      }
      if (title !== named.name) {
        report(
          at,
          `the title is ${title}, but the schema stands under ${named.name}`,
          `Write "title: ${named.name}".`,
        );
      }
      if (RESERVED_NAMES.has(title))
        report(at, `the emitted package uses the name ${title} itself`, "Choose another title.");
      const suffixed = /^(.+?)(In|Fields)$/.exec(title)?.[1];
      if (suffixed !== undefined && dialect.schemas.has(suffixed)) {
        report(at, `${title} is what a type of ${suffixed} is called`, "Choose another title.");
      }
      const other = files.get(kebab(title));
      if (other !== undefined)
        report(at, `${title} and ${other} would be written to one file`, "Choose another title.");
      files.set(kebab(title), title);
    }
  },
};
