import type { FieldFault } from "../runtime/field-fault.js";

/** A fault whose keyword is still to be found out by trying. */
export type Candidate = FieldFault extends infer Fault
  ? Fault extends FieldFault
    ? Omit<Fault, "keyword">
    : never
  : never;
