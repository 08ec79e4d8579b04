/** Finds well-formed rules without an effect. */
import { replyTypes } from "./contract.js";
import type { ProfileFault } from "./lint-tools.js";
import { isObject, sameJson } from "./members.js";

type Rules = Readonly<Record<string, unknown>>;

/** Rules of one message that have no effect. */
export function lintEffects(rules: Rules, pointer: string, faults: ProfileFault[]): void {
  const noEffect = (at: string, problem: string, hint: string) =>
    faults.push({ pointer: `${pointer}/${at}`, problem: `${problem}; the rule has no effect`, hint });
  if (rules.nest === undefined && rules.beside !== undefined) {
    noEffect("beside", "there is no nest", "name the nested object in nest, or remove beside");
  }
  for (const [from, to] of entries(rules.rename)) {
    if (from === to) noEffect(`rename/${from}`, "both names are the same", "remove it");
  }
  for (const [index, step] of steps(rules.move).entries()) {
    if (step.from === step.to) noEffect(`move/${index}`, "both places are the same", "remove it");
  }
  if (typeof rules.nest === "string") lintNested(rules, rules.nest, noEffect);
  lintOverridden(rules, noEffect);
}

type NoEffect = (at: string, problem: string, hint: string) => void;

/** `fill`, `values`, `formats`, `ignore`, `aliases` and `blank` have canonical pointers: inside the nested object there are none. */
function lintNested(rules: Rules, nest: string, noEffect: NoEffect): void {
  for (const member of ["fill", "values", "formats", "aliases", "blank"]) {
    for (const [key] of entries(rules[member])) {
      if (!key.startsWith(`/${nest}/`)) continue;
      const canonical = key.slice(nest.length + 1);
      noEffect(`${member}/${key}`, `${member} has canonical pointers`, `write "${canonical}"`);
    }
  }
  for (const member of ["ignore", "omit"]) {
    for (const [index, one] of texts(rules[member]).entries()) {
      if (!one.startsWith(`/${nest}/`)) continue;
      noEffect(
        `${member}/${index}`,
        `${member} has canonical pointers`,
        `write "${one.slice(nest.length + 1)}"`,
      );
    }
  }
}

/** Finds two rules about one member of which one has no effect. */
function lintOverridden(rules: Rules, noEffect: NoEffect): void {
  const omitted = new Set(texts(rules.omit));
  const filled = new Map(entries(rules.fill));
  for (const [key, value] of entries(rules.blank)) {
    if (omitted.has(key))
      noEffect(`blank/${key}`, "omit removes the member", "remove it from omit or from blank");
    if (filled.has(key) && sameJson(filled.get(key), value)) {
      noEffect(`blank/${key}`, "fill puts the same value back", "remove it from fill, or fill another value");
    }
  }
  for (const [from] of entries(rules.rename)) {
    if (omitted.has(`/${from}`))
      noEffect(`rename/${from}`, "a renamed member is not omitted", "remove one of both");
  }
}

/** Members of the whole document that have no effect together. */
export function lintProfileEffects(document: Rules, faults: ProfileFault[]): void {
  const { wrap, request, messages, reply } = document;
  if (wrap !== undefined && (request === "message" || request === "bare")) {
    const hint = "wrap names the member of params or arguments: use it with params or tools_call";
    faults.push({ pointer: "/wrap", problem: `wrap has no effect where the request is "${request}"`, hint });
  }
  if (!isObject(messages)) return;
  for (const [type, rules] of Object.entries(messages)) {
    if (!isObject(rules) || rules.method === undefined) continue;
    const isReply = replyTypes.has(type);
    const pointer = `/messages/${type}/method`;
    if (isReply && reply !== undefined && reply !== "request_body") {
      const hint = `only a reply of the form "request_body" has a method`;
      faults.push({ pointer, problem: `${type} is an answer; its method has no effect`, hint });
    }
    if (!isReply && request === "bare") {
      faults.push({ pointer, problem: "a bare message has no method; the rule has no effect" });
    }
  }
}

function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => (typeof one === "string" ? one : "")) : [];
}

function steps(value: unknown): { from?: unknown; to?: unknown }[] {
  return Array.isArray(value) ? value.map((one) => (isObject(one) ? one : {})) : [];
}
