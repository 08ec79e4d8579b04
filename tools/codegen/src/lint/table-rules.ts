import { below } from "../fault.js";
import { isObject, listAt, objectAt, stringAt } from "../json.js";
import type { Model } from "../model/model.js";
import { groupOf } from "../names.js";
import { type Finding, formFaults, type Rules } from "./demands.js";

/** The rules about the tables next to the dialects. */
export const TABLES: Rules<Model> = {
  /** Machines are complete: every state is declared and reachable, every event has one target, and final states have no events. */
  *"state-machines"({ states }) {
    if (states === null) return;
    const root = { file: states.file, pointer: "" };
    yield* formFaults("states", states.value, root);
    for (const [name, machine] of Object.entries(objectAt(states.value, "machines"))) {
      const at = below(root, "machines", name);
      const declared = Object.keys(objectAt(machine, "states"));
      const unknown = (state: string, ...keys: (string | number)[]): Finding[] =>
        declared.includes(state)
          ? []
          : [[below(at, ...keys), `${name} has no state ${state}`, `Use one of ${declared.join(", ")}.`]];
      const initial = stringAt(machine, "initial") ?? "";
      yield* unknown(initial, "initial");
      const final = listAt(machine, "final").map(String);
      for (const state of final) yield* unknown(state, "final");
      const next = new Map<string, Map<string, string>>();
      for (const [i, transition] of listAt(machine, "transitions").entries()) {
        const [on, to] = [stringAt(transition, "on") ?? "", stringAt(transition, "to") ?? ""];
        yield* unknown(to, "transitions", i);
        for (const from of listAt(transition, "from").map(String)) {
          yield* unknown(from, "transitions", i);
          const leaving = next.get(from) ?? new Map<string, string>();
          const cause = `${on} in ${from} leads to two states`;
          if (leaving.has(on)) yield [below(at, "transitions", i), cause, "Leave one of the two out."];
          next.set(from, leaving.set(on, to));
        }
      }
      const reached = reachable(initial, next);
      for (const state of declared) {
        const place = below(at, "states", state);
        if (!reached.has(state))
          yield [place, `no event leads to ${state}`, "Add a transition, or leave the state out."];
        const isEnd = [...(next.get(state)?.values() ?? [])].every((to) => to === state);
        if (isEnd && !final.includes(state))
          yield [place, `nothing leads out of ${state}`, "Add a transition, or name it in final."];
      }
    }
  },

  /** Each code is complete and unique; the rules for schema faults have existing codes, and the last rule matches always. */
  *"error-catalogue"({ errors }) {
    if (errors === null) return;
    const { file, value } = errors;
    const seen = new Set<string>();
    for (const [i, row] of listAt(value, "errors").entries()) {
      const at = below({ file, pointer: "/errors" }, i);
      yield* formFaults("error", row, at);
      const code = stringAt(row, "code") ?? "";
      if (seen.has(code)) yield [at, `${code} is given twice`, "Leave one of the two out."];
      seen.add(code);
    }
    const rules = listAt(value, "schema_faults");
    for (const [i, rule] of rules.entries()) {
      const code = stringAt(rule, "code") ?? "";
      const at = below({ file, pointer: "/schema_faults" }, i);
      const fitsAll = !isObject(rule) || !("pointer" in rule || "keyword" in rule);
      const isLast = i === rules.length - 1;
      if (!seen.has(code)) yield [at, `there is no error ${code}`, "Use a code of the list above."];
      if (fitsAll && !isLast) yield [at, "no rule after this one can be reached", "Move it to the end."];
      if (!fitsAll && isLast)
        yield [at, "a fault may match none of the rules", "End with a rule that has only a code."];
    }
  },

  /** Clauses are complete: a unique id of their group, a level that the sentence contains, a source, and a reason if undecidable. */
  *"numbered-clauses"({ requirements, dialects }) {
    const seen = new Map<string, string>();
    const wires = ["all", ...dialects.map(({ name }) => name), "flat"];
    for (const { file, value } of requirements) {
      yield* formFaults("clauses", value, { file, pointer: "" });
      const groups = listAt(value, "groups").map((group) => stringAt(group, "id") ?? "");
      for (const [i, clause] of listAt(value, "clauses").entries()) {
        const at = below({ file, pointer: "/clauses" }, i);
        const id = stringAt(clause, "id") ?? "";
        if (!groups.includes(groupOf(id)))
          yield [at, `${id} belongs to no group of this file`, `Use one of ${groups.join(", ")}.`];
        const other = seen.get(id);
        if (other !== undefined)
          yield [at, `${id} is taken (${other})`, "Give it the next number of its group."];
        seen.set(id, file);
        for (const wire of listAt(clause, "wires").map(String)) {
          if (!wires.includes(wire))
            yield [at, `${id}: there is no wire form ${wire}`, `Use ${[...new Set(wires)].join(", ")}.`];
        }
      }
    }
  },

  /** The numbers and words of the protocol have their names and types: the program reads them under these names. */
  *"protocol-values"({ protocol }) {
    if (protocol !== null)
      yield* formFaults("protocol", protocol.value, { file: protocol.file, pointer: "" });
  },
};

function reachable(initial: string, next: ReadonlyMap<string, ReadonlyMap<string, string>>): Set<string> {
  const reached = new Set([initial]);
  for (const state of reached) for (const to of next.get(state)?.values() ?? []) reached.add(to);
  return reached;
}
