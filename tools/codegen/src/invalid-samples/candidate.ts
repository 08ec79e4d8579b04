import type { FieldFault } from "../runtime/field-fault.js";

/** A fault without its keyword, which is the result of a trial. */
export type Candidate = FieldFault extends infer Fault
  ? Fault extends FieldFault
    ? Omit<Fault, "keyword">
    : never
  : never;
