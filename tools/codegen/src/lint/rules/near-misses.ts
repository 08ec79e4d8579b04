import { isObject, type Json, type JsonObject, listAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import { type FieldFault, withFault } from "../../runtime/field-fault.js";
import { faultsIn, placeOf } from "../../validate/compiler.js";
import type { DialectRule } from "../rule.js";

/** Every message has near misses: each is one change to the first example, which is refused for the given reason. */
export const nearMisses: DialectRule = {
  id: "near-misses",
  kind: "dialect",
  phase: "meaning",
  check({ dialect, compiler }, report) {
    for (const { name, file, pointer, schema, isMessage } of dialect.schemas.values()) {
      const list = listAt(schema, "x-near-misses");
      const at = childPointer(pointer, "x-near-misses");
      if (isMessage && list.length === 0) {
        report(
          { file, pointer: at },
          `${name} has no near miss`,
          "Add one: label, keyword, pointer, and set or remove.",
        );
      }
      const [first] = listAt(schema, "examples");
      for (const [i, miss] of list.entries()) {
        const found = problem(miss, first ?? null, (data) => faultsIn(compiler.received(name), data));
        if (found !== null) report({ file, pointer: childPointer(at, i) }, found.cause, found.fix);
      }
    }
  },
};

/** The fault of a near miss of an example, or null if it is refused for its stated reason. */
function problem(
  miss: Json,
  example: Json,
  faultsOf: (data: unknown) => ReturnType<typeof faultsIn>,
): { cause: string; fix: string } | null {
  if (!isNearMiss(miss)) {
    const fix = "Give it label, keyword, pointer, and either set or remove: true.";
    return { cause: "the near miss is not whole", fix };
  }
  const data = withFault(example, miss);
  if (data === undefined) {
    return { cause: `the first example has no ${miss.pointer}`, fix: "Point into the first example." };
  }
  const wanted = `${miss.keyword} at ${miss.pointer || "the root"}`;
  const found = faultsOf(data).map((fault) => `${fault.keyword} at ${placeOf(fault) || "the root"}`);
  if (found.includes(wanted)) return null;
  const instead = found.length === 0 ? "a receiver accepts it" : `it is refused for ${found.join(", ")}`;
  return { cause: `${instead}, not for ${wanted}`, fix: "Fix the near miss, or the schema." };
}

function isNearMiss(value: unknown): value is FieldFault & JsonObject {
  if (!isObject(value)) return false;
  const texts = ["label", "keyword", "pointer"].every((key) => typeof value[key] === "string");
  return texts && "set" in value !== (value.remove === true);
}
