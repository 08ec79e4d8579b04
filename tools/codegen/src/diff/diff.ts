import { sameJson } from "../json.js";
import type { Dialect, Exchange, Method, Model, NamedType } from "../model/model.js";
import { childPointer } from "../runtime/values.js";
import { type Diff, Findings, type Verdict } from "./finding.js";
import { diffTypes, type Side } from "./schemas.js";
import { diffTables } from "./tables.js";

/** The effects of a change of the specification on agents that use the old form. */
export function diffModels(before: Model, after: Model): Diff {
  const findings = new Findings();
  compare(before.dialects, after.dialects, ({ name }) => name, {
    gone: ({ name, file }) =>
      findings.add(file, "breaking", `the dialect ${name} is gone`, "its agents are not understood"),
    come: ({ name, file }) => findings.add(file, "compatible", `the dialect ${name} is new`),
    both: (old, now) => diffDialect(old, now, findings),
  });
  diffTables(before, after, findings);
  return findings.diff();
}

function diffDialect(before: Dialect, after: Dialect, findings: Findings): void {
  movedNames(before, after, findings);
  const at = ({ name }: Method) => `${after.file}#${childPointer("/methods", name)}`;
  compare(before.methods, after.methods, ({ name }) => name, {
    gone: (method) =>
      findings.add(at(method), "breaking", `the method ${method.name} is gone`, UNANSWERED, method.name),
    come: (method) => {
      const [what, consequence] = [`the method ${method.name} is new`, `for ${method.to.join(", ")}`];
      findings.add(at(method), "compatible", what, consequence, method.name);
    },
    both: (old, now) => {
      const add: Side["add"] = (pointer, verdict, what, consequence) =>
        findings.add(pointer, verdict, what, consequence, now.name);
      diffMethod({ before, after, add }, old, now, at(now));
    },
  });
}

const UNANSWERED = "callers are answered -32601";

/** Types of the emitted code whose schema is where it was, but has another name. */
function movedNames(before: Dialect, after: Dialect, findings: Findings): void {
  if (before.isLeagueSpec) return;
  const now = new Map([...after.types.values()].map((type) => [type.pointer, type]));
  for (const { name, pointer } of before.types.values()) {
    const next = now.get(pointer);
    if (next === undefined || next.name === name || next.isMessage) continue;
    const what = `its type is called ${next.name} in the emitted code, instead of ${name}`;
    const consequence = "programs that import it change the name";
    findings.add(`${next.file}#${next.pointer}`, "compatible", what, consequence);
  }
}

type Both = Omit<Side, "direction" | "compared">;
type Add = (key: string, verdict: Verdict, what: string, consequence?: string) => void;

function diffMethod(both: Both, old: Method, now: Method, at: string): void {
  const add: Add = (key, ...finding) => both.add(childPointer(at, key), ...finding);
  directions(old, now, add);
  limits(old, now, add);
  structure(old, now, add);
  diffMessages(both, "request", old.request, now.request);
  for (const [key, was, is] of [
    ["result", old.reply, now.reply],
    ["x-ack", old.ack, now.ack],
  ] as const) {
    const verdict = key === "result" ? "breaking" : "compatible";
    if (was === null && is !== null)
      add(key, verdict, `it is answered by ${is.name}`, "the receiver must implement it");
    else if (was !== null && is === null)
      add(key, verdict, "it is not answered any more", "callers time out");
    else diffMessages(both, "result", was, is);
  }
  compare(old.forms, now.forms, ({ request }) => request.name, {
    gone: ({ request: { name } }) =>
      add("x-forms", "breaking", `the form ${name} is gone`, "its callers are refused"),
    come: ({ request: { name } }) => add("x-forms", "compatible", `the form ${name} is new`),
    both: (was, is) => {
      const form = childPointer(at, "x-forms", is.request.name);
      limits(was, is, (key, ...finding) => both.add(childPointer(form, key), ...finding));
      diffMessages(both, "request", was.request, is.request);
      diffMessages(both, "result", was.reply, is.reply);
    },
  });
  for (const note of ["summary", "description", "x-source"])
    if (!sameJson(old.raw[note], now.raw[note])) add(note, "internal", `${note} changed`);
}

function diffMessages(
  both: Both,
  direction: Side["direction"],
  was: NamedType | null,
  is: NamedType | null,
): void {
  if (was !== null && is !== null) diffTypes({ ...both, direction, compared: new Set() }, was, is);
}

function directions(old: Method, now: Method, add: Add): void {
  const change = (verdict: Verdict, what: string, consequence?: string) => (role: string) =>
    add("x-direction", verdict, `${role} ${what}`, consequence);
  compare(old.from, now.from, String, {
    gone: change("breaking", "may not call it any more", "its calls may be refused"),
    come: change("compatible", "may call it"),
  });
  compare(old.to, now.to, String, {
    gone: change("breaking", "does not answer it any more", `its ${UNANSWERED}`),
    come: change("breaking", "must answer it", "agents of that role do not support it yet"),
  });
}

/** How params are passed: by name, by position, or either, and in which order. */
function structure(old: Method, now: Method, add: Add): void {
  const ways = ({ raw: { paramStructure: only } }: Method) =>
    only === "by-name" || only === "by-position" ? [only] : ["by-name", "by-position"];
  const refused = "callers that pass them so are refused";
  compare(ways(old), ways(now), String, {
    gone: (way) => add("paramStructure", "breaking", `params are not taken ${way} any more`, refused),
    come: (way) => add("paramStructure", "compatible", `params are taken ${way} too`),
  });
  if (!old.positional || !now.positional || old.params.every((name, i) => now.params[i] === name)) return;
  const [order, before] = [now.params.join(", ") || "none", old.params.join(", ")];
  const what = `the parameters are ${order} in this order, instead of ${before}`;
  add("params", "breaking", what, "callers that pass them by position pass others");
}

function limits(old: Exchange, now: Exchange, add: Add): void {
  const [was, is] = [old.deadlineMs, now.deadlineMs];
  const what = `the deadline is ${time(is)} instead of ${time(was)}`;
  if (is !== null && (was === null || is < was))
    add("x-deadline-ms", "breaking", what, "the receiver has less time");
  else if (was !== is) add("x-deadline-ms", "compatible", what, "the receiver has more time");
  for (const [key, before, after] of [
    ["x-retries", old.retries, now.retries],
    ["x-retry-pause-ms", old.retryPauseMs, now.retryPauseMs],
    ["x-best-effort", old.bestEffort, now.bestEffort],
  ] as const) {
    if (before !== after)
      add(key, "compatible", `${key} is ${after} instead of ${before}`, "only the caller acts on it");
  }
}

function time(ms: number | null): string {
  return ms === null ? "none" : `${ms} ms`;
}

/** Calls back for what is in two lists, and for what is only in one. */
function compare<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (one: T) => string,
  { gone, come, both }: { gone: (old: T) => void; come: (now: T) => void; both?: (old: T, now: T) => void },
): void {
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [nameOf(one), one])));
  for (const [name, one] of old ?? []) {
    const next = now?.get(name);
    if (next === undefined) gone(one);
    else both?.(one, next);
  }
  for (const [name, one] of now ?? []) if (!old?.has(name)) come(one);
}
