import type { Dialect } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { emitBuilder, hasBuilder } from "./builders.js";
import { typeModule } from "./modules.js";
import { emitTypes } from "./types.js";

/** One module a schema: its types and, for a message, its builder. */
export function emitMessages(dialect: Dialect): Output[] {
  return [...dialect.types.values()].map((type) => {
    const out = new File(typeModule(dialect, type), type.source);
    emitTypes(dialect, type, out);
    if (hasBuilder(type)) emitBuilder(dialect, type, out);
    return out.render();
  });
}
