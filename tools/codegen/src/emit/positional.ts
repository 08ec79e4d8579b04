import { fieldsOf } from "../model/fields.js";
import type { Dialect, Method } from "../model/model.js";

/** The order of the parameters, for a method of another project's document that takes them by position too; else null. */
export function positional(dialect: Dialect, method: Method): readonly string[] | null {
  if (dialect.isLeagueSpec || method.raw.paramStructure === "by-name") return null;
  return fieldsOf(dialect, method.request.schema).map((field) => field.name);
}
