import { childPointer } from "./runtime/values.js";

/** A place in a specification. */
export interface Place {
  /** Path of the file, relative to the folder above the specification. */
  readonly file: string;
  /** JSON Pointer into that file; "" is the whole file. */
  readonly pointer: string;
}

/** A place below another one. */
export function below({ file, pointer }: Place, ...keys: readonly (string | number)[]): Place {
  return { file, pointer: childPointer(pointer, ...keys) };
}

/** One fault of a specification, described so that its author can fix it. */
export interface Fault extends Place {
  /** The cause, as a sentence. */
  readonly cause: string;
  /** The fix, as a sentence. */
  readonly fix: string;
  /** The lint rule that found it; absent for a file that could not be read. */
  readonly rule?: string;
  /** True for a warning, with which the specification can still be used. */
  readonly isWarning?: true;
}

export function isError({ isWarning }: Fault): boolean {
  return isWarning !== true;
}

/** Thrown when a specification cannot be used; contains all faults. */
export class SpecError extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join("\n"));
    this.name = "SpecError";
    this.faults = faults;
  }
}

/** Three lines: where, why, what to do. */
export function formatFault(fault: Fault): string {
  const where = fault.pointer === "" ? fault.file : `${fault.file}#${fault.pointer}`;
  const rule = fault.rule === undefined ? "" : ` [${fault.rule}]`;
  const sort = fault.isWarning === true ? " (warning)" : "";
  return `${where}${rule}${sort}\n  cause: ${fault.cause}\n  fix:   ${fault.fix}`;
}
