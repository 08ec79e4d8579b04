import { type Json, listAt, stringAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { SpecRule } from "../rule.js";

/** Each code is complete and unique; the rules for schema faults have existing codes, and the last rule matches always. */
export const errorCatalogue: SpecRule = {
  id: "error-catalogue",
  kind: "spec",
  phase: "meaning",
  check({ errors }, report) {
    if (errors === null) return;
    const { file, value } = errors;
    const seen = new Set<string>();
    listAt(value, "errors").forEach((row, i) => {
      const add = (cause: string, fix: string) =>
        report({ file, pointer: childPointer("/errors", i) }, cause, fix);
      const code = stringAt(row, "code") ?? "";
      if (!/^E\d{3}$/.test(code)) add(`"${code}" is not a code`, "Write E and three digits.");
      if (seen.has(code)) add(`${code} is given twice`, "Leave one of the two out.");
      seen.add(code);
      for (const key of ["name", "description"])
        if (!stringAt(row, key)) add(`${code} has no ${key}`, "Add it.");
      if (typeof member(row, "retryable") !== "boolean")
        add(`${code} does not say whether a retry helps`, "Add retryable: true or false.");
      if (!Number.isInteger(member(row, "rpc_code"))) add(`${code} has no JSON-RPC code`, "Add rpc_code.");
    });
    const rules = listAt(value, "schema_faults");
    rules.forEach((rule, i) => {
      const code = stringAt(rule, "code") ?? "";
      const at = { file, pointer: childPointer("/schema_faults", i) };
      if (!seen.has(code)) report(at, `there is no error ${code}`, "Use a code of the list above.");
      const fitsAll = stringAt(rule, "pointer") === undefined && stringAt(rule, "keyword") === undefined;
      if (fitsAll && i < rules.length - 1)
        report(at, "no rule after this one can be reached", "Move it to the end.");
      if (!fitsAll && i === rules.length - 1)
        report(at, "a fault may match none of the rules", "End with a rule that has only a code.");
    });
  },
};

function member(row: Json, key: string): unknown {
  return (row as Record<string, unknown>)[key];
}
