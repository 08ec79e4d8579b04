import type { Dialect } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { emitBuilder, hasBuilder } from "./builders.js";
import { typeModule } from "./modules.js";
import { emitTypeDeclarations } from "./type-declarations.js";

/** One module a schema: its types and, for a message, its builder. */
export async function emitMessages(dialect: Dialect): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const type of dialect.types.values()) {
    const out = new File(typeModule(dialect, type), type.source);
    await emitTypeDeclarations(dialect, type, out);
    if (hasBuilder(type)) emitBuilder(dialect, type, out);
    outputs.push(out.render());
  }
  return outputs;
}
