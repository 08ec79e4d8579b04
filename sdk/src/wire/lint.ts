/** Finds the errors of a profile file before it is used. */
import { asText } from "./as-text.js";
import { messageTypes } from "./contract.js";
import { lintEffects } from "./lint-effects.js";
import { lintMembers } from "./lint-members.js";
import { lintRules } from "./lint-rules.js";
import { choice, didYouMean, type ProfileFault, show, unknownMembers } from "./lint-tools.js";
import { defined, isObject } from "./members.js";
import { bundledProfile } from "./profiles.js";
import type { ProfileDocument } from "./types.js";

export type { ProfileFault } from "./lint-tools.js";

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  request: ["params", "message", "tools_call", "bare"],
  reply: ["result", "content_text", "request_body", "bare"],
  sender: ["typed", "bare"],
  conversation: ["text", "uuid"],
  match_start: ["run_match", "blocking", "announcement"],
};
const OPTIONAL_CHOICES: Readonly<Record<string, readonly string[]>> = {
  times: ["fraction", "seconds", "offset", "offset_seconds", "unix", "unix_ms"],
  tokens: ["required", "optional"],
  asks: ["again", "once"],
  ids: ["same", "one", "any"],
  answers: ["messages", "any"],
  acknowledges: ["body", "status"],
  errors: ["jsonrpc", "tool", "status"],
};
const METHOD_RULES = ["contract", "message_type", "message_type_lower"];
const TEXTS = ["name", "title", "description"];
const MEMBERS = [
  ...TEXTS,
  "extends",
  "path",
  "method",
  "wrap",
  "split",
  "spelling",
  "envelope",
  "replies",
  "messages",
  ...Object.keys(CHOICES),
  ...Object.keys(OPTIONAL_CHOICES),
];

/** The faults of a profile document before `extends` is applied. */
export function lintProfile(document: unknown): ProfileFault[] {
  if (!isObject(document)) {
    return [{ pointer: "", problem: `a wire profile is an object, not ${show(document, 40)}` }];
  }
  const faults: ProfileFault[] = [];
  unknownMembers(document, MEMBERS, "", faults);
  for (const member of TEXTS) {
    if (typeof document[member] !== "string" || document[member] === "") {
      faults.push({ pointer: `/${member}`, problem: `${member} must be a non-empty text` });
    }
  }
  if (typeof document.name === "string" && document.name.includes("+")) {
    faults.push({
      pointer: "/name",
      problem: 'a name has no "+"',
      hint: "the SDK names composed forms with it",
    });
  }
  if (document.extends === undefined) missingMembers(document, faults);
  for (const [member, allowed] of Object.entries({ ...CHOICES, ...OPTIONAL_CHOICES })) {
    choice(document[member], allowed, `/${member}`, faults);
  }
  lintMethod(document.method, faults);
  if (document.wrap !== undefined && (typeof document.wrap !== "string" || document.wrap === "")) {
    faults.push({ pointer: "/wrap", problem: "wrap must be the name of a member" });
  }
  if (document.split !== undefined) lintSplit(document.split, faults);
  if (document.spelling !== undefined) lintSpelling(document.spelling, faults);
  if (document.path !== undefined && !(typeof document.path === "string" && document.path.startsWith("/"))) {
    faults.push({ pointer: "/path", problem: `path is ${show(document.path)}; it starts with "/"` });
  }
  for (const member of ["envelope", "replies"]) {
    if (document[member] !== undefined) lintRules(document[member], `/${member}`, faults);
  }
  if (document.messages !== undefined) lintMessages(document.messages, faults);
  // Rules of a wrong kind have been named.
  if (faults.length === 0) lintEffects(document, placesOf(document), faults);
  return faults;
}

function placesOf({ request, reply, extends: base }: Partial<ProfileDocument>) {
  const { request: usualRequest, reply: usualReply } = bundledProfile(base ?? "") ?? {};
  const places = { request: request ?? usualRequest, reply: reply ?? usualReply };
  return defined(places);
}

function lintSplit(split: unknown, faults: ProfileFault[]): void {
  const { envelope, payload, ...others } = isObject(split) ? split : {};
  const names = [envelope, payload].filter((name) => typeof name === "string" && name !== "");
  if (new Set(names).size === 2 && Object.keys(others).length === 0) return;
  const problem = "split names two members, which differ";
  faults.push({ pointer: "/split", problem, hint: "as {envelope: header, payload: body}" });
}

function lintSpelling(spelling: unknown, faults: ProfileFault[]): void {
  const {
    members = "camel",
    types = "pascal",
    prefix = "x",
    times,
    ...others
  } = isObject(spelling) ? spelling : { none: true };
  const isSound =
    ["camel", "kebab", "pascal"].includes(asText(members)) &&
    types === "pascal" &&
    typeof prefix === "string" &&
    prefix !== "";
  const isKnownTime = times === undefined || OPTIONAL_CHOICES.times?.includes(asText(times)) === true;
  if (isSound && isKnownTime && Object.keys(others).length === 0) return;
  const problem = "spelling says how members, types and times are spelled";
  faults.push({ pointer: "/spelling", problem, hint: "as {members: camel, times: unix_ms}" });
}

function missingMembers(document: Readonly<Record<string, unknown>>, faults: ProfileFault[]): void {
  for (const member of [...Object.keys(CHOICES), "path", "method"]) {
    if (document[member] !== undefined) continue;
    const hint = "say it here, or start from another profile with `extends: canonical`";
    faults.push({ pointer: `/${member}`, problem: `${member} is missing`, hint });
  }
}

function lintMethod(method: unknown, faults: ProfileFault[]): void {
  if (method === undefined) return;
  if (isObject(method) && typeof method.always === "string" && Object.keys(method).length === 1) return;
  choice(method, METHOD_RULES, "/method", faults, "or {always: handle_message} for one name for everything");
}

function lintMessages(messages: unknown, faults: ProfileFault[]): void {
  if (!isObject(messages)) {
    faults.push({ pointer: "/messages", problem: "messages is an object with a message type for each key" });
    return;
  }
  for (const [type, rules] of Object.entries(messages)) {
    const pointer = `/messages/${type}`;
    if (!messageTypes.has(type)) {
      const problem = `${type} is not a message of league.v2`;
      faults.push({ pointer, problem, ...didYouMean(type, [...messageTypes]) });
    }
    lintRules(rules, pointer, faults);
    if (isObject(rules)) lintMembers(type, rules, pointer, faults);
  }
}
