import type { NamedType } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { type FaultsAt, faultsOf, withFault } from "../runtime/field-fault.js";
import type { Types } from "../schema/schema.js";
import { type Compiler, faultsIn } from "../validate/compiler.js";
import { candidates } from "./candidates.js";

/**
 * One fault for each constraint of the received form that the examples can show, by place. Each was tried: the first example
 * that has its place is refused, with the fault in it, for the keyword and at the pointer of the fault.
 */
export function fieldFaults(types: Types, type: NamedType, compiler: Compiler): FaultsAt[] {
  const validate = compiler.received(type.name);
  const found = new Map<string, FaultsAt>();
  for (const example of type.schema.examples ?? []) {
    for (const { pointer, what, ...change } of candidates(types, type.schema, example)) {
      const id = `${pointer} ${what}`;
      if (found.has(id)) continue;
      const at = (keyword: string): FaultsAt => [
        pointer,
        "set" in change ? [what, keyword, change.set] : [what, keyword],
      ];
      const data = faultsOf([at("")]).map((fault) => withFault(example, fault))[0];
      const violation = explain(faultsIn(validate, data), data).find((one) => one.pointer === pointer);
      if (violation !== undefined) found.set(id, at(violation.keyword));
    }
  }
  return joined([...found.values()]);
}

/** The same faults in the same order, with neighbours of one place in one row. */
function joined(faults: readonly FaultsAt[]): FaultsAt[] {
  const rows: FaultsAt[] = [];
  for (const [pointer, ...own] of faults) {
    const last = rows.at(-1);
    if (last?.[0] === pointer) rows[rows.length - 1] = [...last, ...own];
    else rows.push([pointer, ...own]);
  }
  return rows;
}
