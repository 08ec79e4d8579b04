/** Lints the rules of one message. */
import { didYouMean, type ProfileFault, show, unknownMembers } from "./lint-tools.js";
import { isObject } from "./members.js";
import { variablesIn } from "./rules.js";
import { isValueFormat } from "./value-format.js";

const RULE_MEMBERS = [
  "method",
  "path",
  "message_type",
  "all_names",
  "nest",
  "beside",
  "only",
  "rename",
  "move",
  "aliases",
  "formats",
  "blank",
  "values",
  "add",
  "omit",
  "ignore",
  "fill",
];

/** The variables of a match, and the top-level members of messages. */
const VARIABLES = [
  "player_a",
  "message_type",
  "player_b",
  "recipient",
  "now",
  "conversation",
  "winner_or_draw",
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
  "player_A_endpoint",
  "player_B_endpoint",
  "affected_player",
  "action_required",
  "deadline",
  "sender",
  "timestamp",
  "conversation_id",
  "auth_token",
  "reply_to",
];

export function lintRules(rules: unknown, pointer: string, faults: ProfileFault[]): void {
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
  if (rules.all_names !== undefined && rules.all_names !== true) {
    faults.push({ pointer: `${pointer}/all_names`, problem: "all_names is true, or absent" });
  }
  if (isObject(rules.rename)) lintRename(rules.rename, `${pointer}/rename`, faults);
  for (const [index, step] of list(rules.move, `${pointer}/move`, faults).entries()) {
    for (const end of ["from", "to"]) {
      pointerFault(isObject(step) ? step[end] : undefined, `${pointer}/move/${index}/${end}`, faults);
    }
  }
  for (const member of ["omit", "ignore"]) {
    for (const [index, one] of list(rules[member], `${pointer}/${member}`, faults).entries()) {
      pointerFault(one, `${pointer}/${member}/${index}`, faults);
    }
  }
  for (const member of ["beside", "only"]) {
    for (const [index, one] of list(rules[member], `${pointer}/${member}`, faults).entries()) {
      if (typeof one === "string" && !one.startsWith("/")) continue;
      faults.push({ pointer: `${pointer}/${member}/${index}`, problem: `${member} takes names of members` });
    }
  }
  // A server may take all messages at `/`, which is no place of a member.
  if (rules.path !== undefined && rules.path !== "/") pointerFault(rules.path, `${pointer}/path`, faults);
  for (const member of ["values", "formats", "add", "fill", "blank", "aliases"]) {
    lintByPointer(rules[member], member, pointer, faults);
  }
}

function lintRename(
  rename: Readonly<Record<string, unknown>>,
  pointer: string,
  faults: ProfileFault[],
): void {
  for (const [from, to] of Object.entries(rename)) {
    const at = `${pointer}/${from}`;
    if (from.startsWith("/"))
      faults.push({ pointer: at, problem: "rename takes names; use move for pointers" });
    if (typeof to !== "string") faults.push({ pointer: at, problem: "the new name must be a text" });
  }
}

function lintByPointer(rules: unknown, member: string, pointer: string, faults: ProfileFault[]): void {
  if (rules === undefined) return;
  if (!isObject(rules)) {
    faults.push({
      pointer: `${pointer}/${member}`,
      problem: `${member} is an object with pointers for keys`,
    });
    return;
  }
  for (const [key, value] of Object.entries(rules)) {
    pointerFault(key, `${pointer}/${member}/${key}`, faults);
    if (member === "values") pairsFault(value, `${pointer}/values/${key}`, faults);
    else if (member === "formats") formatFault(value, `${pointer}/formats/${key}`, faults);
    else if (member === "aliases") placesFault(value, `${pointer}/aliases/${key}`, faults);
    else variableFault(value, `${pointer}/${member}/${key}`, faults);
  }
}

function pairsFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2;
  if (Array.isArray(value) && value.length > 0 && value.every(isPair)) return;
  const hint = "for example [[even, EVEN], [odd, ODD]]";
  faults.push({ pointer, problem: "values are pairs: [[canonical, wire], …]", hint });
}

function formatFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  if (isValueFormat(value)) return;
  const hint = 'one of "number", "text", "uuid", or a text such as "M-{number}"';
  faults.push({ pointer, problem: `${show(value)} is not a format of a value`, hint });
}

function placesFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  const places = list(value, pointer, faults);
  for (const [index, place] of places.entries()) pointerFault(place, `${pointer}/${index}`, faults);
}

function pointerFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  if (typeof value !== "string" || !/^\/./.test(value)) {
    const hint = 'for example "/game_result/drawn_number"';
    faults.push({ pointer, problem: `${show(value)} is not a JSON Pointer to a member`, hint });
    return;
  }
  variableFault(value, pointer, faults);
}

function variableFault(value: unknown, pointer: string, faults: ProfileFault[]): void {
  if (typeof value !== "string") return;
  for (const name of variablesIn(value)) {
    if (VARIABLES.includes(name)) continue;
    faults.push({ pointer, problem: `{${name}} is not a variable`, ...didYouMean(name, VARIABLES) });
  }
}

function list(value: unknown, pointer: string, faults: ProfileFault[]): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  faults.push({ pointer, problem: "must be a list" });
  return [];
}
