import { stringAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { DialectRule } from "../rule.js";

/** A title is the schema's TypeScript name: Pascal case, equal to the key in its file, and unique. */
export const titles: DialectRule = {
  id: "titles",
  kind: "dialect",
  phase: "structure",
  check({ dialect }, report) {
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
    }
  },
};
