import { machineTable } from "../emit/tables.js";
import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from "../json.js";
import type { Model, Table } from "../model/model.js";
import { childPointer } from "../runtime/pointer.js";
import type { Findings } from "./finding.js";

/** What is in two tables, and what is only in one, by its key. */
export function rows<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  each: {
    readonly both: (key: string, old: T, now: T) => void;
    readonly gone: (key: string, old: T) => void;
    readonly come: (key: string, now: T) => void;
  },
): void {
  for (const [key, old] of Object.entries(before)) {
    const now = after[key];
    if (now === undefined) each.gone(key, old);
    else each.both(key, old, now);
  }
  for (const [key, now] of Object.entries(after)) if (!(key in before)) each.come(key, now);
}

/** Reports changes in the tables next to the dialects. */
export function diffTables(before: Model, after: Model, findings: Findings): void {
  for (const [key, compare] of [
    ["protocol", values],
    ["errors", errors],
    ["states", states],
  ] as const) {
    const [old, now]: (Table | null)[] = [before[key], after[key]];
    if (old != null && now != null) compare(old.value, now.value, `${now.file}#`, findings);
  }
}

function values(before: Json, after: Json, pointer: string, findings: Findings): void {
  if (!isObject(before) || !isObject(after)) return;
  const at = (key: string) => childPointer(pointer, key);
  rows(before, after, {
    gone: (key) => findings.add(at(key), "breaking", `${key} is gone`, "agents rely on it"),
    come: (key, now) => findings.add(at(key), "compatible", `${key} is new: ${show(now)}`),
    both: (key, old, now) => {
      const what = `${key} is ${show(now)} instead of ${show(old)}`;
      if (isObject(old) && isObject(now)) values(old, now, at(key), findings);
      else if (!sameJson(old, now))
        findings.add(at(key), "breaking", what, "agents have the old value built in");
    },
  });
}

function errors(before: Json, after: Json, pointer: string, findings: Findings): void {
  const byCode = (value: Json) =>
    Object.fromEntries(
      listAt(value, "errors")
        .filter(isObject)
        .map((row) => [String(row.code), row]),
    );
  const at = (code: string) => `${pointer}/errors/${code}`;
  rows(byCode(before), byCode(after), {
    gone: (code) =>
      findings.add(at(code), "breaking", `the error ${code} is gone`, "agents that rely on it time out"),
    come: (code) => findings.add(at(code), "compatible", `the error ${code} is new`),
    both: (code, old, now) => {
      for (const key of ["name", "rpc_code", "retryable"]) {
        const what = `${key} of ${code} is ${show(now[key])} instead of ${show(old[key])}`;
        if (!sameJson(old[key], now[key]))
          findings.add(childPointer(at(code), key), "breaking", what, "agents act on it");
      }
    },
  });
}

function states(before: Json, after: Json, pointer: string, findings: Findings): void {
  const machines = (value: Json) => objectAt(value, "machines") as Record<string, JsonObject>;
  const at = (name: string) => childPointer(pointer, "machines", name);
  rows(machines(before), machines(after), {
    gone: (name) => findings.add(at(name), "breaking", `the machine ${name} is gone`),
    come: (name) => findings.add(at(name), "compatible", `the machine ${name} is new`),
    both: (name, old, now) => {
      const add = (...finding: [verdict: "breaking" | "compatible", what: string, consequence?: string]) =>
        findings.add(at(name), ...finding);
      rows(transitions(old), transitions(now), {
        gone: (event) =>
          add("breaking", `${event} is not allowed any more`, "a message that was right is E008"),
        come: (event) => add("compatible", `${event} is allowed`),
        both: (event, was, is) => {
          if (was !== is) add("breaking", `${event} leads to ${show(is)} instead of ${show(was)}`);
        },
      });
    },
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
