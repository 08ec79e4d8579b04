import type { Dialect, Exchange, Method, Model, NamedType } from "../model/model.js";
import { childPointer } from "../runtime/pointer.js";
import { type Diff, Findings, type Verdict } from "./finding.js";

import { diffTypes, type Side } from "./schemas.js";
import { diffTables, rows } from "./tables.js";

/** The effects of a change of the specification on agents that use the old form. */
export function diffModels(before: Model, after: Model): Diff {
  const findings = new Findings();
  const byName = ({ dialects }: Model) =>
    Object.fromEntries(dialects.map((dialect) => [dialect.name, dialect]));
  rows(byName(before), byName(after), {
    gone: (name, { file }) =>
      findings.add(file, "breaking", `the dialect ${name} is gone`, "its agents are not understood"),
    come: (name, { file }) => findings.add(file, "compatible", `the dialect ${name} is new`),
    both: (_, old, now) => diffDialect(old, now, findings),
  });
  diffTables(before, after, findings);
  return findings.diff();
}

function diffDialect(before: Dialect, after: Dialect, findings: Findings): void {
  movedNames(before, after, findings);
  const byName = ({ methods }: Dialect) =>
    Object.fromEntries(methods.map((method) => [`/${method.name}`, method]));
  const at = ({ name }: Method) => `${after.file}#${childPointer("/methods", name)}`;
  rows(byName(before), byName(after), {
    gone: (_, method) =>
      findings.add(at(method), "breaking", `the method ${method.name} is gone`, UNANSWERED, method.name),
    come: (_, method) => {
      const [what, consequence] = [`the method ${method.name} is new`, `for ${method.to.join(", ")}`];
      findings.add(at(method), "compatible", what, consequence, method.name);
    },
    both: (_, old, now) => {
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
  const byRequest = ({ forms }: Method) => Object.fromEntries(forms.map((form) => [form.request.name, form]));
  rows(byRequest(old), byRequest(now), {
    gone: (name) => add("x-forms", "breaking", `the form ${name} is gone`, "its callers are refused"),
    come: (name) => add("x-forms", "compatible", `the form ${name} is new`),
    both: (name, was, is) => {
      limits(was, is, (key, ...finding) => both.add(childPointer(at, "x-forms", name, key), ...finding));
      diffMessages(both, "request", was.request, is.request);
      diffMessages(both, "result", was.reply, is.reply);
    },
  });
  for (const [key, note] of [
    ["summary", "summary"],
    ["description", "description"],
    ["x-source", "source"],
  ] as const)
    if (old[note] !== now[note]) add(key, "internal", `${note} changed`);
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
  for (const [roles, others, verdict, what, consequence] of [
    [old.from, now.from, "breaking", "may not call it any more", "its calls may be refused"],
    [now.from, old.from, "compatible", "may call it", ""],
    [old.to, now.to, "breaking", "does not answer it any more", `its ${UNANSWERED}`],
    [now.to, old.to, "breaking", "must answer it", "agents of that role do not support it yet"],
  ] as const) {
    for (const role of roles)
      if (!others.includes(role)) add("x-direction", verdict, `${role} ${what}`, consequence);
  }
}

/** How params are passed: by name, by position, or either, and in which order. */
function structure(old: Method, now: Method, add: Add): void {
  const ways = ({ raw: { paramStructure } }: Method) =>
    ["by-name", "by-position"].filter(
      (way) => paramStructure === way || !/^by-(name|position)$/.test(String(paramStructure)),
    );
  for (const way of ways(old)) {
    const what = `params are not taken ${way} any more`;
    if (!ways(now).includes(way))
      add("paramStructure", "breaking", what, "callers that pass them so are refused");
  }
  for (const way of ways(now))
    if (!ways(old).includes(way)) add("paramStructure", "compatible", `params are taken ${way} too`);
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
  const others: [key: string, isChanged: boolean, what: string][] = [
    ["x-retries", old.retries !== now.retries, `${now.retries} retries instead of ${old.retries}`],
    [
      "x-retry-pause-ms",
      old.retryPauseMs !== now.retryPauseMs,
      `the pause is ${time(now.retryPauseMs)} instead of ${time(old.retryPauseMs)}`,
    ],
    [
      "x-best-effort",
      old.bestEffort !== now.bestEffort,
      now.bestEffort ? "it is best effort now" : "it is not best effort any more",
    ],
  ];
  for (const [key, isChanged, change] of others)
    if (isChanged) add(key, "compatible", change, "only the caller acts on it");
}

function time(ms: number | null): string {
  return ms === null ? "none" : `${ms} ms`;
}
