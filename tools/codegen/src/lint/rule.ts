import type { LoadedDialect, LoadedSpec, NamedSchema } from "../load/types.js";
import { childPointer } from "../pointer.js";
import type { Schema } from "../schema/schema.js";
import type { Compiler } from "../validate/compiler.js";

/** A place in a specification. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** A place, the cause of a fault there, and a fix. */
export type Finding = readonly [place: Place, cause: string, fix: string];

/** The input of a rule about a dialect. */
export interface DialectContext {
  readonly spec: LoadedSpec;
  readonly dialect: LoadedDialect;
  /** The dialect's schemas, for rules that follow references. */
  readonly types: ReadonlyMap<string, { readonly schema: Schema }>;
  /** Compiles schemas; only for rules about the meaning. */
  readonly compiler: Compiler;
}

/** One row of a table of rules. The id is printed with each fault; a warning does not stop the generator. */
export type Rule<Input> = readonly [
  id: string,
  find: (input: Input) => Iterable<Finding>,
  severity?: "warning" | undefined,
];

/** A place below a schema, a method or a file. */
export function below({ file, pointer }: Place, ...keys: readonly (string | number)[]): Place {
  return { file, pointer: childPointer(pointer, ...keys) };
}

/** The schemas of whole messages. */
export function messages({ dialect }: DialectContext): NamedSchema[] {
  return [...dialect.schemas.values()].filter(({ isMessage }) => isMessage);
}
