import type { Place } from "../fault.js";
import type { Dialect, Model, NamedType } from "../model/model.js";
import type { Compiler } from "../validate/compiler.js";

/** A place, the cause of a fault there, and a fix. */
export type Finding = readonly [place: Place, cause: string, fix: string];

/** The input of a rule about a dialect. */
export interface DialectContext {
  readonly model: Model;
  readonly dialect: Dialect;
  /** Compiles schemas; only for rules about the meaning. */
  readonly compiler: Compiler;
}

/** One row of a table of rules. The id is printed with each fault; a warning does not stop the generator. */
export type Rule<Input> = readonly [
  id: string,
  find: (input: Input) => Iterable<Finding>,
  severity?: "warning" | undefined,
];

/** The schemas of whole messages. */
export function messages({ dialect }: DialectContext): NamedType[] {
  return [...dialect.types.values()].filter(({ isMessage }) => isMessage);
}
