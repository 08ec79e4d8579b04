import type { Dialect, Model } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { typeModule } from "./modules.js";

/** The exports of one dialect. Test material (examples, msw) has separate entries. */
export function emitDialectIndex(dialect: Dialect, hasReplies: boolean): Output {
  const out = new File(`${dialect.name}/index`, dialect.file);
  const modules = new Set([...dialect.types.values()].map((type) => typeModule(dialect, type)));
  for (const module of modules) out.exportAll(module);
  out.exportAll(`${dialect.name}/methods`);
  if (hasReplies) out.exportAll(`${dialect.name}/replies`);
  return out.render();
}

/** The main entry: the tables, `explain`, the exports of the first dialect, and every further dialect under its name. */
export function emitIndex(model: Model, sources: string): Output {
  const out = new File("index", sources);
  const tables: [string, unknown][] = [
    ["errors", model.errors],
    ["protocol", model.protocol],
    ["states", model.states],
  ];
  for (const [name, table] of tables) if (table !== null) out.exportAll(name);
  for (const name of ["explain", "field-fault", "identity", "validator"]) out.exportAll(name);
  model.dialects.forEach((dialect, i) => {
    out.exportAll(`${dialect.name}/index`, i === 0 ? undefined : dialect.name);
  });
  return out.render();
}
