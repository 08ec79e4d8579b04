import { receivedForm } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { recursiveTypes } from "../schema/recursion.js";
import { emitBuilder, hasBuilder } from "./builders.js";
import { emitCheck } from "./checks.js";
import { typeModule } from "./modules.js";
import { emitTypes, typeDeclarations } from "./type-declarations.js";

/** One module a message, and one for the schemas that messages share: types, builders, checks and validators. */
export async function emitMessages(dialect: Dialect): Promise<Output[]> {
  const declarations = await typeDeclarations(dialect);
  const recursive = recursiveTypes(dialect);
  const files = new Map<string, File>();
  for (const type of dialect.types.values()) {
    const out = fileOf(dialect, type, files);
    emitTypes(dialect, type, declarations, out);
    if (dialect.isMain && hasBuilder(dialect, type)) emitBuilder(dialect, type, out);
    out.print``;
    const schema = dialect.isLeagueSpec ? receivedForm(type.schema) : type.schema;
    emitCheck(dialect, type, schema, recursive.has(type.name), out);
  }
  return [...files.values()].map((file) => file.render());
}

function fileOf(dialect: Dialect, type: NamedType, files: Map<string, File>): File {
  const module = typeModule(dialect, type);
  const before = files.get(module);
  if (before !== undefined) before.print``;
  const file = before ?? new File(module, type.isMessage ? type.file : dialect.file);
  files.set(module, file);
  return file;
}
