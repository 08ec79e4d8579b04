import { isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from "../../json.js";
import type { LoadedMethod } from "../../load/types.js";
import { messageTypeOf } from "../../model/fields.js";
import { childPointer } from "../../pointer.js";
import type { DialectContext, DialectRule } from "../rule.js";

const ROLES = ["league_manager", "referee", "player", "operator"];

/** Every method has callers, receivers, params, a deadline and a reply. */
export const methodMembers: DialectRule = {
  id: "method-members",
  kind: "dialect",
  phase: "structure",
  check(context, report) {
    const seen = new Set<string>();
    for (const method of context.dialect.methods) {
      const { file } = context.dialect;
      const { raw, pointer, name } = method;
      const add = (key: string, cause: string, fix: string) =>
        report({ file, pointer: childPointer(pointer, key) }, cause, fix);
      if (seen.has(name))
        add("name", `there are two methods ${name}`, "Rename one, or make it a form of the other (x-forms).");
      seen.add(name);
      if (!/^[a-z][a-z0-9_.]*$/.test(name))
        add("name", `${name} is not a method name`, "Write it in snake case.");
      for (const key of ["summary", "description", "x-source"]) {
        if (!stringAt(raw, key)) add(key, `${name} has no ${key}`, "Add one.");
      }
      if (raw.paramStructure !== "by-name")
        add("paramStructure", "params come by name here", "Add paramStructure: by-name.");
      if (!("x-message" in raw))
        add("x-message", `${name} does not name its message`, "Add x-message with a reference to it.");
      checkDirection(raw, add);
      checkLimits(raw, add);
      checkReply(context, method, add);
      listAt(raw, "x-forms").forEach((form, i) => {
        const at = childPointer(childPointer(pointer, "x-forms"), i);
        checkLimits(isObject(form) ? form : {}, (key, cause, fix) =>
          report({ file, pointer: childPointer(at, key) }, cause, fix),
        );
      });
    }
  },
};

type AddFault = (key: string, cause: string, fix: string) => void;

function checkDirection(raw: JsonObject, add: AddFault): void {
  for (const side of ["from", "to"]) {
    const roles = listAt(objectAt(raw, "x-direction"), side);
    const unknown = roles.filter((role) => !ROLES.includes(String(role)));
    if (roles.length === 0)
      add("x-direction", `no role is named under ${side}`, `Name one or more of ${ROLES.join(", ")}.`);
    if (unknown.length > 0)
      add("x-direction", `${unknown.join(", ")}: no such role`, `Use ${ROLES.join(", ")}.`);
  }
}

function checkLimits(raw: JsonObject, add: AddFault): void {
  const isCount = (value: Json | undefined) => Number.isInteger(value) && (value as number) >= 0;
  const deadline = raw["x-deadline-ms"];
  if (deadline !== null && !(isCount(deadline) && deadline !== 0)) {
    add(
      "x-deadline-ms",
      "the deadline is not a number of milliseconds",
      "Write a whole number above 0, or null for a notification.",
    );
  }
  if (!isCount(raw["x-retries"]))
    add("x-retries", "the retries are not a number", "Write a whole number, 0 for none.");
  if ("x-retry-pause-ms" in raw && !isCount(raw["x-retry-pause-ms"])) {
    add(
      "x-retry-pause-ms",
      "the pause is not a number of milliseconds",
      "Write a whole number, or leave it out for backoff.",
    );
  }
}

function checkReply(context: DialectContext, { raw, name, reply }: LoadedMethod, add: AddFault): void {
  if (typeof raw["x-best-effort"] !== "boolean")
    add("x-best-effort", "best effort or not?", "Write true or false.");
  const named = raw["x-reply-message"] ?? null;
  const type = messageTypeOf(context, context.types.get(reply ?? "")?.schema ?? {}) ?? null;
  if (named !== type) {
    add(
      "x-reply-message",
      `it says ${named}, but the result of ${name} is ${type}`,
      `Write x-reply-message: ${type}.`,
    );
  }
  if (reply === null && raw["x-deadline-ms"] !== null) {
    add("x-deadline-ms", `${name} has no result to wait for`, "Write null, or add the result.");
  }
  if (reply !== null && raw["x-deadline-ms"] === null) {
    add(
      "x-deadline-ms",
      `${name} has a result, but no deadline for it`,
      "Write the milliseconds, or leave the result out.",
    );
  }
}
