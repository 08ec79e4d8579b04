import { machineTable } from "../emit/tables.js";
import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from "../json.js";
import type { Model } from "../model/model.js";
import { childPointer } from "../runtime/values.js";
import type { Findings } from "./finding.js";

/** One table next to the dialects: what agents rely on in it, as members of objects, and the words for a change. */
interface Comparison {
  readonly content: (value: Json) => Json;
  /** What the member at a path is called. */
  readonly called: (...path: readonly string[]) => string;
  readonly gone: string;
  readonly changed: string;
}

const TABLES: Readonly<Record<"protocol" | "errors" | "states", Comparison>> = {
  protocol: {
    content: (value) => value,
    called: (...path) => path.at(-1) ?? "",
    gone: "agents rely on it",
    changed: "agents have the old value built in",
  },
  errors: {
    content: (value) => {
      const errors = listAt(value, "errors").filter(isObject);
      const relied = ({ name = null, rpc_code = null, retryable = null }: JsonObject) => ({
        name,
        rpc_code,
        retryable,
      });
      return { errors: Object.fromEntries(errors.map((row) => [String(row.code), relied(row)])) };
    },
    called: (_, code, key) => (key === undefined ? `the error ${code}` : `${key} of ${code}`),
    gone: "agents that rely on it time out",
    changed: "agents act on it",
  },
  states: {
    content: (value) => {
      const machines = Object.entries(objectAt(value, "machines")) as [string, JsonObject][];
      return {
        machines: Object.fromEntries(machines.map(([name, machine]) => [name, transitions(machine)])),
      };
    },
    called: (_, machine, event) => (event === undefined ? `the machine ${machine}` : `the event ${event}`),
    gone: "a message that was right is E008",
    changed: "agents are in another state after it",
  },
};

/** The next state by event and state: `both_joined in WAITING`. */
function transitions(machine: JsonObject): Record<string, Json> {
  const states = Object.entries(objectAt(machineTable(machine), "transitions"));
  return Object.fromEntries(
    states.flatMap(([state, row]) =>
      Object.entries(row as JsonObject).map(([on, to]) => [`${on} in ${state}`, to] as const),
    ),
  );
}

/** Reports changes in the tables next to the dialects. */
export function diffTables(before: Model, after: Model, findings: Findings): void {
  for (const name of ["protocol", "errors", "states"] as const) {
    const { content, called, gone, changed } = TABLES[name];
    const [old, now] = [before[name], after[name]];
    if (old === null || now === null) continue;
    const compare = (was: Json | undefined, is: Json | undefined, path: readonly string[]): void => {
      if (isObject(was) && isObject(is)) {
        for (const key of new Set([...Object.keys(was), ...Object.keys(is)]))
          compare(was[key], is[key], [...path, key]);
        return;
      }
      if (sameJson(was, is)) return;
      const [at, subject] = [childPointer(`${now.file}#`, ...path), called(...path)];
      const value = JSON.stringify(is);
      if (was === undefined) findings.add(at, "compatible", `${subject} is new: ${value}`);
      else if (is === undefined) findings.add(at, "breaking", `${subject} is gone`, gone);
      else findings.add(at, "breaking", `${subject} is ${value} instead of ${JSON.stringify(was)}`, changed);
    };
    compare(content(old.value), content(now.value), []);
  }
}
