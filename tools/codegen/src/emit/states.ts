import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json.js";
import type { Table } from "../model/model.js";
import { camel } from "../names.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";

/** Every state machine as a table: state → event → next state. */
export function emitStates(table: Table): Output {
  const out = new File("states", table.source);
  const machines = Object.entries(objectAt(table.value, "machines"));
  for (const [name, machine] of machines) {
    const description = stringAt(machine, "description");
    if (description !== undefined) out.print`/** ${description.trim().replaceAll(/\s+/g, " ")} */`;
    const row = literal(machineTable(isObject(machine) ? machine : {}), 120);
    out.print`export const ${out.declareValue(machineName(name))} = ${row} as const;\n`;
  }
  out.doc("The state machines of the contract: the allowed events of each state, with the next state.");
  out.print`export const ${out.declareValue("machines")} = {`;
  for (const [name] of machines) out.print`  ${propertyKey(name)}: ${machineName(name)},`;
  out.print`} as const;\n`;
  out.doc("The name of a machine.");
  out.print`export type ${out.declareType("MachineName")} = keyof typeof machines;\n`;
  out.doc("A state of one machine.");
  out.print`export type ${out.declareType("StateOf")}<Machine extends MachineName> = (typeof machines)[Machine]["states"][number];\n`;
  out.doc("An event of one machine.");
  out.print`export type ${out.declareType("EventOf")}<Machine extends MachineName> = {
  [State in StateOf<Machine>]: State extends keyof (typeof machines)[Machine]["transitions"]
    ? keyof (typeof machines)[Machine]["transitions"][State]
    : never;
}[StateOf<Machine>];`;
  return out.render();
}

/** The name of a separate constant for each machine, so that a bundler leaves out the unused ones. */
function machineName(name: string): string {
  return `${camel(name)}Machine`;
}

/** The machine's row; its transitions are grouped by the state that they leave, in the order of the states. */
export function machineTable(machine: JsonObject): JsonObject {
  const states = Object.keys(objectAt(machine, "states"));
  const transitions: Record<string, Record<string, string>> = Object.fromEntries(
    states.map((state) => [state, {}]),
  );
  for (const transition of listAt(machine, "transitions")) {
    const on = stringAt(transition, "on") ?? "";
    for (const from of listAt(transition, "from")) {
      const leaving = transitions[String(from)];
      if (leaving !== undefined) leaving[on] = stringAt(transition, "to") ?? "";
    }
  }
  return {
    initial: stringAt(machine, "initial") ?? "",
    final: listAt(machine, "final"),
    states,
    transitions,
  };
}
