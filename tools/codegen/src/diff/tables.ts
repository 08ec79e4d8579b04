import { machineTable } from "../emit/states.js";
import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from "../json.js";
import type { Model, Table } from "../model/model.js";
import { childPointer } from "../pointer.js";
import type { Findings } from "./finding.js";

/** Reports changes in the tables next to the dialects. */
export function diffTables(before: Model, after: Model, findings: Findings): void {
  if (before.protocol !== null && after.protocol !== null) {
    values(before.protocol.value, after.protocol.value, `${after.protocol.source}#`, findings);
  }
  if (before.errors !== null && after.errors !== null) errors(before.errors, after.errors, findings);
  if (before.states !== null && after.states !== null) states(before.states, after.states, findings);
}

function values(old: JsonObject, now: JsonObject, pointer: string, findings: Findings): void {
  for (const [key, was] of Object.entries(old)) {
    const at = childPointer(pointer, key);
    const is = now[key];
    if (is === undefined) findings.add(at, "breaking", `${key} is gone`, "agents rely on it");
    else if (isObject(was) && isObject(is)) values(was, is, at, findings);
    else if (!sameJson(was, is))
      findings.add(
        at,
        "breaking",
        `${key} is ${show(is)} instead of ${show(was)}`,
        "agents have the old value built in",
      );
  }
  for (const [key, is] of Object.entries(now)) {
    if (!(key in old))
      findings.add(childPointer(pointer, key), "compatible", `${key} is new: ${show(is)}`, "");
  }
}

function errors(before: Table, after: Table, findings: Findings): void {
  const rows = (table: Table) =>
    new Map(
      listAt(table.value, "errors")
        .filter(isObject)
        .map((row) => [String(row.code), row]),
    );
  const now = rows(after);
  for (const [code, old] of rows(before)) {
    const at = `${after.source}#/errors/${code}`;
    const row = now.get(code);
    now.delete(code);
    if (row === undefined)
      findings.add(at, "breaking", `the error ${code} is gone`, "agents that rely on it time out");
    else {
      for (const key of ["name", "rpc_code", "retryable"]) {
        const what = `${key} of ${code} is ${show(row[key])} instead of ${show(old[key])}`;
        if (!sameJson(old[key], row[key]))
          findings.add(childPointer(at, key), "breaking", what, "agents act on it");
      }
    }
  }
  for (const code of now.keys())
    findings.add(`${after.source}#/errors/${code}`, "compatible", `the error ${code} is new`, "");
}

function states(before: Table, after: Table, findings: Findings): void {
  const machines = (table: Table) => objectAt(table.value, "machines");
  for (const [name, machine] of Object.entries(machines(before))) {
    const at = `${after.source}#${childPointer("/machines", name)}`;
    const next = machines(after)[name];
    if (!isObject(machine) || !isObject(next))
      findings.add(at, "breaking", `the machine ${name} is gone`, "");
    else transitions(machineTable(machine), machineTable(next), at, findings);
  }
  for (const name of Object.keys(machines(after))) {
    if (!(name in machines(before)))
      findings.add(`${after.source}#/machines/${name}`, "compatible", `the machine ${name} is new`, "");
  }
}

function transitions(before: JsonObject, after: JsonObject, at: string, findings: Findings): void {
  const events = (machine: JsonObject) =>
    new Map(
      Object.entries(objectAt(machine, "transitions")).flatMap(([state, row]) =>
        Object.entries(row as JsonObject).map(([on, to]) => [`${on} in ${state}`, to] as const),
      ),
    );
  const now = events(after);
  for (const [event, to] of events(before)) {
    const next = now.get(event);
    if (next === undefined)
      findings.add(at, "breaking", `${event} is not allowed any more`, "a message that was right is E008");
    else if (next !== to)
      findings.add(at, "breaking", `${event} leads to ${show(next)} instead of ${show(to)}`, "");
    now.delete(event);
  }
  for (const event of now.keys()) findings.add(at, "compatible", `${event} is allowed`, "");
}

function show(value: Json | undefined): string {
  return JSON.stringify(value) ?? "missing";
}
