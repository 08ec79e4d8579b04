/** Finds the errors of a profile file before it is used. */
import { messageTypes } from "../message/contract.js";
import { defined, isObject } from "../message/members.js";
import type { ProfileDocument } from "../message/types.js";
import {
  format,
  type Kind,
  list,
  mapOf,
  memberName,
  objectOf,
  oneOf,
  type ProfileFault,
  pairs,
  path,
  place,
  text,
  written,
  yes,
} from "./lint-kinds.js";
import { lintEffects, lintMembers } from "./lint-rules.js";
import { bundledProfile } from "./profiles.js";

export type { ProfileFault } from "./lint-kinds.js";

const times = ["fraction", "seconds", "offset", "offset_seconds", "unix", "unix_ms"];

const method: Kind = (value, pointer) =>
  isObject(value) && typeof value.always === "string" && Object.keys(value).length === 1
    ? []
    : oneOf(
        ["contract", "message_type", "message_type_lower"],
        "or {always: handle_message} for one name for everything",
      )(value, pointer);

/** A kind whose faults are shown as one, with an example. */
function asWhole(kind: Kind, problem: string, hint: string): Kind {
  return (value, pointer) => (kind(value, pointer).length === 0 ? [] : [{ pointer, problem, hint }]);
}

const names = objectOf({ envelope: memberName, payload: memberName }, ["envelope", "payload"]);
const twoNames: Kind = (value, pointer) =>
  isObject(value) && value.envelope === value.payload ? oneOf([])(value, pointer) : names(value, pointer);

const spelling = objectOf({ members: oneOf(["camel", "kebab", "pascal"]), times: oneOf(times) }, ["members"]);

const byPlace = (kind: Kind) => mapOf(place, kind);
const anything: Kind = () => [];

const rules = objectOf({
  method: text,
  message_type: text,
  all_names: yes,
  nest: text,
  rename: mapOf(memberName, text),
  move: list(objectOf({ from: place, to: place }, ["from", "to"])),
  omit: list(place),
  ignore: list(place),
  beside: list(memberName),
  // A server may take all messages at `/`, which is no place of a member.
  path: (value, pointer) => (value === "/" ? [] : place(value, pointer)),
  values: byPlace(pairs),
  formats: byPlace(format),
  add: byPlace(written),
  fill: byPlace(written),
  blank: byPlace(written),
  aliases: byPlace(list(place)),
});

const messageType: Kind = (type, pointer) => oneOf([...messageTypes])(type, pointer);
const rulesOfMessages: Kind = (messages, pointer) => [
  ...mapOf(messageType, rules)(messages, pointer),
  ...Object.entries(isObject(messages) ? messages : {}).flatMap(([type, one]) =>
    isObject(one) ? lintMembers(type, one, `${pointer}/${type}`) : [],
  ),
];

/** A name with "+" is that of a composed form. */
const formName: Kind = (value, pointer) =>
  typeof value === "string" && value.includes("+")
    ? [{ pointer, problem: 'a name has no "+"', hint: "the SDK names composed forms with it" }]
    : text(value, pointer);

/** What a document without `extends` says itself. */
const whole = {
  request: oneOf(["params", "message", "tools_call", "bare"]),
  reply: oneOf(["result", "content_text", "request_body", "bare"]),
  sender: oneOf(["typed", "bare"]),
  conversation: oneOf(["text", "uuid"]),
  match_start: oneOf(["run_match", "blocking", "announcement"]),
  path,
  method,
};

const members = {
  ...{ name: formName, title: text, description: text, extends: anything },
  ...whole,
  times: oneOf(times),
  tokens: oneOf(["required", "optional"]),
  asks: oneOf(["again", "once"]),
  ids: oneOf(["same", "one", "any"]),
  answers: oneOf(["messages", "any"]),
  errors: oneOf(["jsonrpc", "tool", "status"]),
  wrap: text,
  split: asWhole(twoNames, "split names two members, which differ", "as {envelope: header, payload: body}"),
  spelling: asWhole(
    spelling,
    "spelling says how members are spelled, and in which style times are",
    "as {members: camel, times: unix_ms}",
  ),
  envelope: rules,
  replies: rules,
  messages: rulesOfMessages,
};
const required = ["name", "title", "description"];
const document = objectOf(members, required);
const wholeDocument = objectOf(members, [...required, ...Object.keys(whole)]);

/** The faults of a profile document before `extends` is applied. */
export function lintProfile(value: unknown): readonly ProfileFault[] {
  const isWhole = isObject(value) && value.extends === undefined;
  const faults = (isWhole ? wholeDocument : document)(value, "");
  // Rules of a wrong kind have been named.
  return faults.length > 0
    ? faults
    : lintEffects(value as ProfileDocument, placesOf(value as ProfileDocument));
}

function placesOf({ request, reply, extends: base }: ProfileDocument) {
  const { request: usualRequest, reply: usualReply } = bundledProfile(base ?? "") ?? {};
  return defined({ request: request ?? usualRequest, reply: reply ?? usualReply });
}
