import type { Dialect, Exchange, Method, NamedType } from "../model/model.js";
import { childPointer } from "../pointer.js";
import type { Findings, Verdict } from "./finding.js";
import { SchemaDiff } from "./schemas.js";

/** The changes between two versions of one dialect. */
export function diffDialect(before: Dialect, after: Dialect, findings: Findings): void {
  movedNames(before, after, findings);
  const now = new Map(after.methods.map((method) => [method.name, method]));
  const old = new Map(before.methods.map((method) => [method.name, method]));
  for (const method of before.methods) {
    const next = now.get(method.name);
    const at = place(after, method.name);
    if (next === undefined)
      findings.add(
        at,
        "breaking",
        `the method ${method.name} is gone`,
        "callers are answered -32601",
        method.name,
      );
    else diffMethod(before, after, method, next, findings);
  }
  for (const { name, to } of after.methods) {
    if (!old.has(name))
      findings.add(
        place(after, name),
        "compatible",
        `the method ${name} is new`,
        `for ${to.join(", ")}`,
        name,
      );
  }
}

/** Types of the emitted code whose schema is where it was, but has another name. */
function movedNames(before: Dialect, after: Dialect, findings: Findings): void {
  if (before.isLeagueSpec) return;
  const now = new Map([...after.types.values()].map((type) => [type.pointer, type]));
  for (const type of before.types.values()) {
    const next = now.get(type.pointer);
    if (next === undefined || next.name === type.name || next.isMessage) continue;
    const what = `its type is called ${next.name} in the emitted code, instead of ${type.name}`;
    findings.add(
      `${next.file}#${next.pointer}`,
      "compatible",
      what,
      "programs that import it change the name",
    );
  }
}

function diffMethod(before: Dialect, after: Dialect, old: Method, now: Method, findings: Findings): void {
  const at = place(after, now.name);
  const add: Add = (key, verdict, what, consequence) =>
    findings.add(childPointer(at, key), verdict, what, consequence, now.name);
  directions(old, now, add);
  limits(old, now, add);
  structure(old, now, add);
  new SchemaDiff(before, after, findings, now.name, "request").compare(old.request, now.request);
  replies(before, after, old, now, findings, add);
  forms(before, after, old, now, findings, add);
  for (const note of ["summary", "description", "source"] as const) {
    if (old[note] !== now[note])
      add(note === "source" ? "x-source" : note, "internal", `${note} changed`, "");
  }
}

type Add = (key: string, verdict: Verdict, what: string, consequence: string) => void;

function directions(old: Method, now: Method, add: Add): void {
  const gone = (side: "from" | "to") => old[side].filter((role) => !now[side].includes(role));
  const come = (side: "from" | "to") => now[side].filter((role) => !old[side].includes(role));
  for (const role of gone("from"))
    add("x-direction", "breaking", `${role} may not call it any more`, "its calls may be refused");
  for (const role of come("from")) add("x-direction", "compatible", `${role} may call it`, "");
  for (const role of gone("to"))
    add("x-direction", "breaking", `${role} does not answer it any more`, "its callers are answered -32601");
  for (const role of come("to"))
    add("x-direction", "breaking", `${role} must answer it`, "agents of that role do not support it yet");
}

/** How params are passed: by name, by position, or either, and in which order. */
function structure(old: Method, now: Method, add: Add): void {
  const ways = (method: Method) => {
    const written = method.raw.paramStructure;
    return written === "by-name" || written === "by-position" ? [written] : ["by-name", "by-position"];
  };
  for (const way of ways(old)) {
    if (!ways(now).includes(way))
      add(
        "paramStructure",
        "breaking",
        `params are not taken ${way} any more`,
        "callers that pass them so are refused",
      );
  }
  for (const way of ways(now)) {
    if (!ways(old).includes(way)) add("paramStructure", "compatible", `params are taken ${way} too`, "");
  }
  if (!old.positional || !now.positional) return;
  const same = old.params.every((name, i) => now.params[i] === name);
  if (!same) {
    const what = `the parameters are ${now.params.join(", ") || "none"} in this order, instead of ${old.params.join(", ")}`;
    add("params", "breaking", what, "callers that pass them by position pass others");
  }
}

function limits(old: Exchange, now: Exchange, add: Add): void {
  const [was, is] = [old.deadlineMs, now.deadlineMs];
  if (was !== is) {
    const what = `the deadline is ${time(is)} instead of ${time(was)}`;
    if (is !== null && (was === null || is < was))
      add("x-deadline-ms", "breaking", what, "the receiver has less time");
    else add("x-deadline-ms", "compatible", what, "the receiver has more time");
  }
  if (old.retries !== now.retries) {
    add(
      "x-retries",
      "compatible",
      `${now.retries} retries instead of ${old.retries}`,
      "only the caller acts on it",
    );
  }
  if (old.retryPauseMs !== now.retryPauseMs) {
    add(
      "x-retry-pause-ms",
      "compatible",
      `the pause is ${time(now.retryPauseMs)} instead of ${time(old.retryPauseMs)}`,
      "only the caller acts on it",
    );
  }
  if (old.bestEffort !== now.bestEffort) {
    add(
      "x-best-effort",
      "compatible",
      now.bestEffort ? "it is best effort now" : "it is not best effort any more",
      "only the caller acts on it",
    );
  }
}

function replies(
  before: Dialect,
  after: Dialect,
  old: Method,
  now: Method,
  findings: Findings,
  add: Add,
): void {
  for (const [key, was, is] of [
    ["result", old.reply, now.reply],
    ["x-ack", old.ack, now.ack],
  ] as const) {
    const impact = key === "result" ? "breaking" : "compatible";
    if (was === null && is === null) continue;
    if (was === null) add(key, impact, `it is answered by ${is?.name}`, "the receiver must implement it");
    else if (is === null) add(key, impact, "it is not answered any more", "callers time out");
    else new SchemaDiff(before, after, findings, now.name, "result").compare(was, is);
  }
}

/** Further forms of a method are distinguished by their messages. */
function forms(
  before: Dialect,
  after: Dialect,
  old: Method,
  now: Method,
  findings: Findings,
  add: Add,
): void {
  const find = (list: readonly Exchange[], name: string) => list.find((form) => form.request.name === name);
  for (const form of old.forms) {
    const next = find(now.forms, form.request.name);
    if (next === undefined)
      add("x-forms", "breaking", `the form ${form.request.name} is gone`, "its callers are refused");
    else {
      const at = childPointer(childPointer(place(after, now.name), "x-forms"), form.request.name);
      limits(form, next, (key, verdict, what, consequence) =>
        findings.add(childPointer(at, key), verdict, what, consequence, now.name),
      );
      new SchemaDiff(before, after, findings, now.name, "request").compare(form.request, next.request);
      const [was, is]: (NamedType | null)[] = [form.reply, next.reply];
      if (was != null && is != null)
        new SchemaDiff(before, after, findings, now.name, "result").compare(was, is);
    }
  }
  for (const form of now.forms) {
    if (find(old.forms, form.request.name) === undefined)
      add("x-forms", "compatible", `the form ${form.request.name} is new`, "");
  }
}

function place(dialect: Dialect, method: string): string {
  return `${dialect.file}#${childPointer("/methods", method)}`;
}

function time(ms: number | null): string {
  return ms === null ? "none" : `${ms} ms`;
}
