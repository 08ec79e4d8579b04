import { isObject, type JsonObject, listAt, stringAt } from "../../json.js";
import { groupOf } from "../../model/requirements.js";
import { childPointer } from "../../pointer.js";
import type { SpecRule } from "../rule.js";

const LEVELS: Readonly<Record<string, RegExp>> = { must: /\bMUST\b/, should: /\bSHOULD\b/, may: /\bMAY\b/ };

/** Clauses are complete: a unique id of their group, a level that the sentence contains, a source, and a reason if undecidable. */
export const numberedClauses: SpecRule = {
  id: "numbered-clauses",
  kind: "spec",
  phase: "meaning",
  check({ requirements, dialects }, report) {
    const seen = new Map<string, string>();
    const wires = new Set(["all", ...dialects.map(({ name }) => name), "flat"]);
    for (const { file, value } of requirements) {
      const content = isObject(value) ? value : {};
      const add = (pointer: string, cause: string, fix: string) => report({ file, pointer }, cause, fix);
      if (!stringAt(content, "role")) add("", "these clauses bind no role", "Name the role.");
      if (listAt(content, "clauses").length === 0)
        add("", "it has no clauses", "Write them as a list under clauses.");
      const groups = new Set(
        listAt(content, "groups")
          .filter(isObject)
          .map((group) => stringAt(group, "id") ?? ""),
      );
      for (const [i, raw] of listAt(content, "clauses").entries()) {
        const clause = isObject(raw) ? raw : {};
        const id = stringAt(clause, "id") ?? "";
        const pointer = childPointer("/clauses", i);
        if (!/^[A-Z]+-[A-Z]+-\d\d$/.test(id))
          add(pointer, `"${id}" is not a clause id`, "Write it as PLY-JOIN-02.");
        else if (!groups.has(groupOf(id)))
          add(pointer, `${id} belongs to no group of this file`, `Use one of ${[...groups].join(", ")}.`);
        const other = seen.get(id);
        if (other !== undefined)
          add(pointer, `${id} is taken (${other})`, "Give it the next number of its group.");
        seen.set(id, file);
        for (const [cause, fix] of faultsOf(clause, wires)) add(pointer, `${id}: ${cause}`, fix);
      }
    }
  },
};

function* faultsOf(clause: JsonObject, wires: ReadonlySet<string>): Generator<[cause: string, fix: string]> {
  const level = stringAt(clause, "level") ?? "";
  const text = stringAt(clause, "text") ?? "";
  const word = Object.hasOwn(LEVELS, level) ? LEVELS[level] : undefined;
  if (word === undefined) yield [`"${level}" is not a level`, "Use must, should or may."];
  else if (!word.test(text))
    yield [
      `the sentence does not say ${level.toUpperCase()}`,
      "Write the level's own word in capitals into it.",
    ];
  if (!stringAt(clause, "source"))
    yield ["it has no source", "Name document and section, or a row of DECISIONS.md."];
  for (const wire of listAt(clause, "wires").map(String)) {
    if (!wires.has(wire)) yield [`there is no wire form ${wire}`, `Use ${[...wires].join(", ")}.`];
  }
  if (listAt(clause, "wires").length === 0) yield ["it has no wire forms", "Name them, or all."];
  const decidable = stringAt(clause, "decidable");
  if (decidable !== "black-box" && decidable !== "no")
    yield [`decidable is "${decidable ?? ""}"`, 'Use black-box, or "no".'];
  if (decidable === "no" && !stringAt(clause, "why_not"))
    yield ["there is no reason why it cannot be decided", "Add why_not."];
}
