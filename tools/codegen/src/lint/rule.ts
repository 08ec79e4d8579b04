import type { JsonObject } from "../json.js";
import type { LoadedDialect, LoadedSpec, NamedSchema } from "../load/types.js";
import type { Schema } from "../model/schema.js";
import type { Compiler } from "../validate/compiler.js";

/** A place in a specification. */
interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** Says that something is wrong at a place, why, and what to do. */
export type Report = (place: Place, cause: string, fix: string) => void;

/** The input of a rule. */
export interface DialectContext {
  readonly spec: LoadedSpec;
  readonly dialect: LoadedDialect;
  /** The dialect's schemas, for rules that follow references. */
  readonly types: ReadonlyMap<string, { readonly schema: Schema }>;
  /** Compiles schemas; for rules that run after the structural ones only. */
  readonly compiler: Compiler;
}

interface RuleFacts {
  /** Named in every report: kebab-case, after what it demands. */
  readonly id: string;
  /** Whether foreign documents must keep it too, or only this project's own specification. */
  readonly scope: "all-specs" | "league-specs";
  /** Structural rules run first; where one of them reports, the others could not be trusted and are left out. */
  readonly phase: "structure" | "meaning";
  /** A warning is printed, but does not stop the generator. */
  readonly isWarning?: true;
}

/** Checks each schema and each of its parts alone. */
export interface SchemaRule extends RuleFacts {
  readonly kind: "schema";
  check(schema: JsonObject, place: Place, report: Report, named: NamedSchema): void;
}

/** Checks a whole dialect. */
export interface DialectRule extends RuleFacts {
  readonly kind: "dialect";
  check(context: DialectContext, report: Report): void;
}

/** Checks the tables next to the dialects. */
export interface SpecRule extends RuleFacts {
  readonly kind: "spec";
  check(spec: LoadedSpec, report: Report): void;
}

export type Rule = SchemaRule | DialectRule | SpecRule;
