import type { NamedType } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { type FieldFault, withFault } from "../runtime/field-fault.js";
import type { Types } from "../schema/schema.js";
import { type Compiler, faultsIn } from "../validate/compiler.js";
import { candidates } from "./candidates.js";

/**
 * One fault for each constraint of the received form that the examples can show. Each was tried: the first example that
 * has its place is refused, with the fault in it, for the keyword and at the pointer of the fault.
 */
export function fieldFaults(types: Types, type: NamedType, compiler: Compiler): FieldFault[] {
  const validate = compiler.received(type.name);
  const found = new Map<string, FieldFault>();
  for (const example of type.schema.examples ?? []) {
    for (const candidate of candidates(types, type.schema, example)) {
      if (found.has(candidate.label)) continue;
      const data = withFault(example, { ...candidate, keyword: "" });
      const violation = explain(faultsIn(validate, data), data).find(
        ({ pointer }) => pointer === candidate.pointer,
      );
      if (violation === undefined) continue;
      const { label, pointer, ...change } = candidate;
      found.set(label, { label, keyword: violation.keyword, pointer, ...change });
    }
  }
  return [...found.values()];
}
