import type { LoadedDialect, LoadedSpec } from "../load/types.js";
import type { Schema } from "../schema/schema.js";
import type { Compiler } from "../validate/compiler.js";

/** A place in a specification. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** Reports a fault with its place, its cause and a fix. */
export type Report = (place: Place, cause: string, fix: string) => void;

/** The input of a rule. */
export interface DialectContext {
  readonly spec: LoadedSpec;
  readonly dialect: LoadedDialect;
  /** The dialect's schemas, for rules that follow references. */
  readonly types: ReadonlyMap<string, { readonly schema: Schema }>;
  /** Compiles schemas; only for rules that run after the structural ones. */
  readonly compiler: Compiler;
}

interface RuleFacts {
  /** The name in reports: kebab-case, after the requirement. */
  readonly id: string;
  /** Structural rules run first. After a report of one of them, the other rules do not run, because they depend on the structure. */
  readonly phase: "structure" | "meaning";
  /** A warning is printed, but does not stop the generator. */
  readonly isWarning?: true;
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

export type Rule = DialectRule | SpecRule;
