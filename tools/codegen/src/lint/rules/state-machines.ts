import { listAt, objectAt, stringAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { SpecRule } from "../rule.js";

/** Machines are complete: every state is declared and reachable, every event has one target, and final states have no events. */
export const stateMachines: SpecRule = {
  id: "state-machines",
  kind: "spec",
  phase: "meaning",
  check({ states }, report) {
    if (states === null) return;
    const machines = Object.entries(objectAt(states.value, "machines"));
    if (machines.length === 0)
      report({ file: states.file, pointer: "" }, "it has no machines", "Write them as members of machines.");
    for (const [name, machine] of machines) {
      const pointer = childPointer("/machines", name);
      const declared = new Set(Object.keys(objectAt(machine, "states")));
      const add = (key: string, cause: string, fix: string) =>
        report({ file: states.file, pointer: `${pointer}/${key}` }, cause, fix);
      const known = (key: string, state: string) => {
        if (!declared.has(state))
          add(key, `${name} has no state ${state}`, `Use one of ${[...declared].join(", ")}.`);
      };
      if (!stringAt(machine, "description"))
        add("description", `${name} has no description`, "Describe whose states these are.");
      const initial = stringAt(machine, "initial") ?? "";
      known("initial", initial);
      const final = listAt(machine, "final").map(String);
      for (const state of final) known("final", state);
      const next = new Map<string, Map<string, string>>();
      for (const [i, transition] of listAt(machine, "transitions").entries()) {
        const at = `transitions/${i}`;
        const [on, to] = [stringAt(transition, "on") ?? "", stringAt(transition, "to") ?? ""];
        if (!/^[a-z][a-z0-9_]*$/.test(on)) add(at, `"${on}" is not an event`, "Write on: in snake case.");
        known(at, to);
        for (const from of listAt(transition, "from").map(String)) {
          known(at, from);
          const leaving = next.get(from) ?? new Map<string, string>();
          if (leaving.has(on)) add(at, `${on} in ${from} leads to two states`, "Leave one of the two out.");
          next.set(from, leaving.set(on, to));
        }
      }
      const reached = reachable(initial, next);
      for (const state of declared) {
        if (!reached.has(state))
          add(`states/${state}`, `no event leads to ${state}`, "Add a transition, or leave the state out.");
        const isEnd = [...(next.get(state)?.values() ?? [])].every((to) => to === state);
        if (isEnd && !final.includes(state))
          add(`states/${state}`, `nothing leads out of ${state}`, "Add a transition, or name it in final.");
      }
    }
  },
};

function reachable(initial: string, next: ReadonlyMap<string, ReadonlyMap<string, string>>): Set<string> {
  const reached = new Set([initial]);
  for (const state of reached) for (const to of next.get(state)?.values() ?? []) reached.add(to);
  return reached;
}
