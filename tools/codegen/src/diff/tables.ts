import { machineTable } from "../emit/tables.js";
import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from "../json.js";
import type { Model, Table } from "../model/model.js";
import { childPointer } from "../pointer.js";
import type { Findings } from "./finding.js";

/** Reports changes in the tables next to the dialects. */
export function diffTables(before: Model, after: Model, findings: Findings): void {
  if (isObject(before.protocol?.value) && isObject(after.protocol?.value))
    values(before.protocol.value, after.protocol.value, `${after.protocol.file}#`, findings);
  if (before.errors !== null && after.errors !== null) errors(before.errors, after.errors, findings);
  if (before.states !== null && after.states !== null) states(before.states, after.states, findings);
}

/** Compares two tables row by row, and reports the rows that are only in one. */
function rows<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  each: {
    readonly both: (key: string, old: T, now: T) => void;
    readonly gone: (key: string) => void;
    readonly come: (key: string, now: T) => void;
  },
): void {
  for (const [key, old] of Object.entries(before)) {
    const now = after[key];
    if (now === undefined) each.gone(key);
    else each.both(key, old, now);
  }
  for (const [key, now] of Object.entries(after)) if (!(key in before)) each.come(key, now);
}

function values(before: JsonObject, after: JsonObject, pointer: string, findings: Findings): void {
  const at = (key: string) => childPointer(pointer, key);
  rows(before, after, {
    gone: (key) => findings.add(at(key), "breaking", `${key} is gone`, "agents rely on it"),
    come: (key, now) => findings.add(at(key), "compatible", `${key} is new: ${show(now)}`, ""),
    both: (key, old, now) => {
      const what = `${key} is ${show(now)} instead of ${show(old)}`;
      if (isObject(old) && isObject(now)) values(old, now, at(key), findings);
      else if (!sameJson(old, now))
        findings.add(at(key), "breaking", what, "agents have the old value built in");
    },
  });
}

function errors(before: Table, after: Table, findings: Findings): void {
  const byCode = ({ value }: Table) =>
    Object.fromEntries(
      listAt(value, "errors")
        .filter(isObject)
        .map((row) => [String(row.code), row]),
    );
  const at = (code: string) => `${after.file}#/errors/${code}`;
  rows(byCode(before), byCode(after), {
    gone: (code) =>
      findings.add(at(code), "breaking", `the error ${code} is gone`, "agents that rely on it time out"),
    come: (code) => findings.add(at(code), "compatible", `the error ${code} is new`, ""),
    both: (code, old, now) => {
      for (const key of ["name", "rpc_code", "retryable"]) {
        const what = `${key} of ${code} is ${show(now[key])} instead of ${show(old[key])}`;
        if (!sameJson(old[key], now[key]))
          findings.add(childPointer(at(code), key), "breaking", what, "agents act on it");
      }
    },
  });
}

function states(before: Table, after: Table, findings: Findings): void {
  const machines = ({ value }: Table) => objectAt(value, "machines") as Record<string, JsonObject>;
  const at = (name: string) => `${after.file}#${childPointer("/machines", name)}`;
  rows(machines(before), machines(after), {
    gone: (name) => findings.add(at(name), "breaking", `the machine ${name} is gone`, ""),
    come: (name) => findings.add(at(name), "compatible", `the machine ${name} is new`, ""),
    both: (name, old, now) =>
      rows(transitions(old), transitions(now), {
        gone: (event) => {
          const what = `${event} is not allowed any more`;
          findings.add(at(name), "breaking", what, "a message that was right is E008");
        },
        come: (event) => findings.add(at(name), "compatible", `${event} is allowed`, ""),
        both: (event, was, is) => {
          if (was !== is)
            findings.add(at(name), "breaking", `${event} leads to ${show(is)} instead of ${show(was)}`, "");
        },
      }),
  });
}

/** The next state by event and state: `both_joined in WAITING`. */
function transitions(machine: JsonObject): Record<string, Json> {
  const states = Object.entries(objectAt(machineTable(machine), "transitions"));
  return Object.fromEntries(
    states.flatMap(([state, row]) =>
      Object.entries(row as JsonObject).map(([on, to]) => [`${on} in ${state}`, to] as const),
    ),
  );
}

function show(value: Json | undefined): string {
  return JSON.stringify(value) ?? "missing";
}
