import { recursiveTypes } from "../../schema/recursion.js";
import type { DialectRule } from "../rule.js";

/** No message contains itself, so that examples and generators are finite. */
export const noCycles: DialectRule = {
  id: "no-cycles",
  kind: "dialect",
  phase: "structure",
  check({ dialect, types }, report) {
    for (const name of recursiveTypes({ types })) {
      const { file = "", pointer = "" } = dialect.schemas.get(name) ?? {};
      report(
        { file, pointer },
        `the schema ${name} contains itself`,
        "Replace one of the references by an id.",
      );
    }
  },
};
