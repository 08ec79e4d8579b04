/** Finds what is wrong with a profile file before it costs somebody an hour of strange failures. */
import { messageTypes, methodOf } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { show } from "../json/text.js";
import { nearest } from "../text/nearest.js";
import { variablesIn } from "./rules.js";

export interface ProfileFault {
  pointer: string;
  problem: string;
  hint?: string;
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  request: ["params", "message", "tools_call", "bare"],
  reply: ["result", "content_text", "request_body", "bare"],
  sender: ["typed", "bare"],
  conversation: ["text", "uuid"],
  match_start: ["run_match", "announcement"],
};
const METHOD_RULES = ["contract", "message_type", "message_type_lower"];
const MEMBERS = [
  "name",
  "title",
  "description",
  "extends",
  "path",
  "method",
  "envelope",
  "messages",
  ...Object.keys(CHOICES),
];
const RULE_MEMBERS = ["method", "message_type", "nest", "rename", "move", "values", "add", "omit", "fill"];
/** What the suite knows of a match, and the members that messages have at their top. */
const VARIABLES = [
  "player_a",
  "player_b",
  "recipient",
  "league_id",
  "round_id",
  "match_id",
  "game_type",
  "player_id",
  "referee_id",
  "opponent_id",
  "role_in_match",
  "player_A_id",
  "player_B_id",
  "sender",
  "timestamp",
  "conversation_id",
  "auth_token",
];

/** The faults of a profile document, as it stands in its file (before `extends` is applied). */
export function lintProfile(document: unknown): ProfileFault[] {
  if (!isObject(document))
    return [{ pointer: "", problem: `a wire profile is an object, not ${show(document, 40)}` }];
  const faults: ProfileFault[] = [];
  unknownMembers(document, MEMBERS, "", faults);
  for (const member of ["name", "title", "description"]) {
    if (typeof document[member] !== "string" || document[member] === "") {
      faults.push({ pointer: `/${member}`, problem: `${member} must be a non-empty text` });
    }
  }
  if (document.extends === undefined) {
    for (const member of [...Object.keys(CHOICES), "path", "method"]) {
      if (document[member] === undefined) {
        faults.push({
          pointer: `/${member}`,
          problem: `${member} is missing`,
          hint: "say it here, or start from another profile with `extends: canonical`",
        });
      }
    }
  }
  for (const [member, allowed] of Object.entries(CHOICES))
    oneOf(document[member], allowed, `/${member}`, faults);
  lintMethod(document.method, faults);
  if (document.path !== undefined && !(typeof document.path === "string" && document.path.startsWith("/"))) {
    faults.push({ pointer: "/path", problem: `path is ${show(document.path)}; it starts with "/"` });
  }
  if (document.envelope !== undefined) lintRules(document.envelope, "/envelope", faults);
  if (document.messages !== undefined) lintMessages(document.messages, faults);
  return faults;
}

function lintMethod(method: unknown, faults: ProfileFault[]): void {
  if (method === undefined) return;
  if (isObject(method) && typeof method.always === "string" && Object.keys(method).length === 1) return;
  oneOf(method, METHOD_RULES, "/method", faults, "or {always: handle_message} for one name for everything");
}

function lintMessages(messages: unknown, faults: ProfileFault[]): void {
  if (!isObject(messages)) {
    faults.push({ pointer: "/messages", problem: "messages is an object with a message type for each key" });
    return;
  }
  const owners = new Map<string, string>();
  for (const [type, rules] of Object.entries(messages)) {
    const pointer = `/messages/${type}`;
    if (!messageTypes.has(type)) {
      faults.push({
        pointer,
        problem: `${type} is not a message of league.v2`,
        ...didYouMean(type, [...messageTypes]),
      });
    }
    lintRules(rules, pointer, faults);
    const method = isObject(rules) && methodOf(type) !== undefined ? rules.method : undefined;
    if (typeof method !== "string" || (isObject(rules) && typeof rules.message_type === "string")) continue;
    const other = owners.get(method);
    if (other !== undefined && other !== type) continue; // told apart by message_type
    owners.set(method, type);
  }
}

function lintRules(rules: unknown, pointer: string, faults: ProfileFault[]): void {
  if (!isObject(rules)) {
    faults.push({ pointer, problem: `the rules of a message are an object, not ${show(rules, 40)}` });
    return;
  }
  unknownMembers(rules, RULE_MEMBERS, pointer, faults);
  for (const member of ["method", "message_type", "nest"]) {
    if (rules[member] !== undefined && typeof rules[member] !== "string") {
      faults.push({ pointer: `${pointer}/${member}`, problem: `${member} must be a text` });
    }
  }
  if (isObject(rules.rename)) {
    for (const [from, to] of Object.entries(rules.rename)) {
      if (from.startsWith("/"))
        faults.push({
          pointer: `${pointer}/rename/${from}`,
          problem: "rename takes names; use move for pointers",
        });
      if (typeof to !== "string")
        faults.push({ pointer: `${pointer}/rename/${from}`, problem: "the new name must be a text" });
    }
  }
  for (const [index, step] of list(rules.move, `${pointer}/move`, faults).entries()) {
    for (const end of ["from", "to"])
      pointerFault(isObject(step) ? step[end] : undefined, `${pointer}/move/${index}/${end}`, faults);
  }
  for (const [index, one] of list(rules.omit, `${pointer}/omit`, faults).entries())
    pointerFault(one, `${pointer}/omit/${index}`, faults);
  for (const member of ["values", "add", "fill"]) {
    if (rules[member] === undefined) continue;
    if (!isObject(rules[member]))
      faults.push({
        pointer: `${pointer}/${member}`,
        problem: `${member} is an object with pointers for keys`,
      });
    else
      for (const [key, value] of Object.entries(rules[member])) {
        pointerFault(key, `${pointer}/${member}/${key}`, faults);
        if (member === "values") pairsFault(value, `${pointer}/values/${key}`, faults);
      }
  }
}

function pairsFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((pair) => Array.isArray(pair) && pair.length === 2)
  )
    return;
  faults.push({
    pointer,
    problem: "values are pairs: [[canonical, wire], …]",
    hint: "for example [[even, EVEN], [odd, ODD]]",
  });
}

function pointerFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  if (typeof value !== "string" || !/^\/./.test(value)) {
    faults.push({
      pointer,
      problem: `${show(value)} is not a JSON Pointer to a member`,
      hint: 'for example "/game_result/drawn_number"',
    });
    return;
  }
  for (const name of variablesIn(value)) {
    if (!VARIABLES.includes(name)) {
      faults.push({ pointer, problem: `{${name}} is not a variable`, ...didYouMean(name, VARIABLES) });
    }
  }
}

function list(value: unknown, pointer: string, faults: ProfileFault[]): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  faults.push({ pointer, problem: "must be a list" });
  return [];
}

function oneOf(
  value: unknown,
  allowed: readonly string[],
  pointer: string,
  faults: ProfileFault[],
  also?: string,
): void {
  if (value === undefined || (typeof value === "string" && allowed.includes(value))) return;
  const hint = [nearest(String(value), allowed), also].filter((part) => part !== undefined).join("; ");
  faults.push({
    pointer,
    problem: `${show(value)} is not one of ${allowed.join(", ")}`,
    ...(hint === "" ? {} : { hint }),
  });
}

function unknownMembers(
  object: JsonObject,
  known: readonly string[],
  pointer: string,
  faults: ProfileFault[],
): void {
  for (const key of Object.keys(object)) {
    if (!known.includes(key))
      faults.push({
        pointer: `${pointer}/${key}`,
        problem: `"${key}" means nothing here`,
        ...didYouMean(key, known),
      });
  }
}

function didYouMean(text: string, known: readonly string[]): { hint: string } | Record<never, never> {
  const hint = nearest(text, known);
  return hint === undefined ? { hint: `known: ${known.join(", ")}` } : { hint };
}
