import { fieldsOf } from "../model/fields.js";
import type { Dialect, Method } from "../model/model.js";

/** The order of the parameters, for a method of a foreign document that also accepts them by position; else null. */
export function positional(dialect: Dialect, method: Method): readonly string[] | null {
  if (dialect.isLeagueSpec || method.raw.paramStructure === "by-name") return null;
  return fieldsOf(dialect, method.request.schema).map((field) => field.name);
}
