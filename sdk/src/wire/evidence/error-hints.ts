/** Hints in the errors of a peer about the form that it expects. */

import { derivableTypes, membersOf, nameOf } from "../message/contract-members.js";
import { beginningOf, memoize, memoizeBody } from "../message/limits.js";
import { isObject } from "../message/members.js";
import type { WireMember } from "./schema-members.js";
import { validationErrors } from "./validation-errors.js";

interface ErrorHints {
  /** Members that the peer misses, or whose values it refuses, by pointer. */
  readonly members: readonly WireMember[];
  /** Members that the peer rejects, by pointer. */
  readonly unwanted: readonly string[];
  /** Names of methods, tools and message types that the text lists. */
  readonly names: readonly string[];
  /** The refusal is about the format of a time. */
  readonly isAboutTime: boolean;
}

/** Of a limited length, so that the search for each costs a limited number of steps. */
const identifier = /[A-Za-z_][\w.]{0,63}(?:-\w{1,63}){0,8}/.source;
const quoted = `[\`'"]?(${identifier})[\`'"]?`;

/** Sentences in which a missing member is named; the name is the first group. */
const missing: readonly RegExp[] = [
  new RegExp(
    `(?:missing|lacks|needs|requires?|required|expects?|(?<!un)expected)(?: required)?(?: (?:field|key|member|property|parameter|param|argument|positional argument))?s?:? ${quoted}`,
    "gi",
  ),
  new RegExp(`${quoted} (?:is|are) (?:a )?(?:required|missing|mandatory|undefined)`, "gi"),
  new RegExp(
    `(?:field|key|member|property|parameter) ${quoted} (?:is )?(?:required|missing|not found)`,
    "gi",
  ),
  new RegExp(`${quoted} (?:field|key|member|property|parameter) (?:is )?(?:required|missing)`, "gi"),
  // A KeyError of Python, alone, with its name or behind a sentence.
  new RegExp(`(?:^|\\b(?:error|params|parameters|arguments|payload|body|data): )'(${identifier})'$`, "gi"),
  new RegExp(`\\bkey_?error\\b[:( ]*['"](${identifier})['"]`, "gi"),
];
const unwantedMember: readonly RegExp[] = [
  new RegExp(
    `(?:unexpected|unknown|unrecogni[sz]ed|additional|extra) (?:keyword argument|field|key|property|member)s?:? ${quoted}`,
    "gi",
  ),
  // The words of Python's jsonschema: `('a', 'b' were unexpected)`.
  new RegExp(`'(${identifier})'(?=[^()]{0,200} (?:was|were) unexpected\\))`, "gi"),
];
/** A missing member in an error text: `Missing auth token`. */
const inErrorText = /\b(?:missing|requires?|without|no|empty)(?: an?| the)? ([a-z]+(?: [a-z]+){1,2})\b/gi;
/** A token that is missed without being named. */
const missesToken =
  /\b(?:authentication|authorization|authorisation) (?:is )?required\b|\bnot authenticated\b/i;
/** Member names of more than one word, including the envelope. */
const wordyMembers: ReadonlySet<string> = new Set(
  [...derivableTypes.flatMap((type) => membersOf(type).map(nameOf)), "auth_token"].filter((name) =>
    name.includes("_"),
  ),
);
/** What pydantic adds to a fault. */
const detailsOfFault = / \[type=\w+[^\n]*| *For further information visit [^\n]*/g;

/** Words at the position of a name that are no names. */
const noNames =
  /^(field|fields|key|keys|members?|property|properties|params?|parameters?|arguments?|value|method|the|a|an|to|be|in|is|are|error|input|request|message|body|valid|not|found|unknown|required|missing|or|and|of|one)$/i;

/** Of the parsed body of an error, or of its text. */
export const hintsOf = memoizeBody((whole): ErrorHints => {
  const answer = beginningOf(whole);
  const located = validationErrors(answer);
  const texts = [...textsIn(answer)].slice(0, mostInRefusal).map(textHints);
  const inText = texts.flatMap((text) => text.inText);
  const isPrefix = (name: string) =>
    inText.some((one) => one !== name && one.startsWith(`${name.toLowerCase()}_`)) ||
    named.some((one) => one.startsWith(`${name}-`));
  const named = [...texts.flatMap((text) => text.named), ...texts.flatMap((text) => text.listed), ...inText];
  const missed = located.members.filter((one) => one.required).map(({ pointer }) => nameOf(pointer));
  const required = new Set([
    ...named.filter((name) => !noNames.test(name) && !isPrefix(name)),
    ...texts.flatMap(({ alone }) => alone),
  ]);
  return {
    members: [
      ...located.members,
      ...[...required].map((name) => ({
        pointer: `/${withoutClass(name).replaceAll(".", "/")}`,
        required: true,
      })),
    ],
    unwanted: [...located.unwanted, ...texts.flatMap(({ unwanted }) => unwanted).map((one) => `/${one}`)],
    names: [...new Set(texts.flatMap(({ names }) => names))],
    // A missing time is no format error.
    isAboutTime: texts.some(
      ({ times, isAboutWriting }) =>
        isAboutWriting && times.some((name) => !required.has(name) && !missed.includes(name)),
    ),
  };
});

/** `StartMatchRequest.playerA.endpoint` is a member of the message, behind the name of its class. */
function withoutClass(name: string): string {
  return name.replace(/^(?:[A-Z][a-z0-9]+){2,}\./, "");
}

/** The cache size, more than the texts of one peer: every refusal is read again for each derived form. */
const mostTexts = 512;

/** The hints in one error text. */
const textHints = memoize(
  (text) => ({
    named: missing.flatMap((pattern) => firstGroups(text, pattern)),
    // A KeyError of Python may name any member, also that of the whole message.
    alone: firstGroups(text, /^'(\w+)'$/g),
    listed: listedMembers(text),
    inText: missesToken.test(text) ? ["auth_token"] : membersInWords(text),
    unwanted: unwantedMember.flatMap((pattern) => firstGroups(text, pattern)),
    names: listedNames(text),
    times: firstGroups(text, /\b(\w*(?:timestamp|deadline|datetime)\w*|iso.?8601)\b/gi),
    isAboutWriting: /invalid|format|must|utc|pattern|parse/i.test(text),
  }),
  mostTexts,
);

/** The most texts of a refusal that are searched. */
const mostInRefusal = 32;

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value.replaceAll(detailsOfFault, "");
  if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  // Validation libraries repeat their input.
  if (isObject(value))
    for (const [name, member] of Object.entries(value)) if (name !== "input") yield* textsIn(member);
}

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name ?? "");
}

/** `Missing auth token` is about `auth_token`. */
function membersInWords(text: string): string[] {
  return firstGroups(text, inErrorText).flatMap((words) => {
    const steps = words.toLowerCase().split(" ");
    const names = steps.map((_, index) => steps.slice(0, index + 1).join("_"));
    return names.filter((name) => wordyMembers.has(name)).slice(-1);
  });
}

/** `missing fields: match_id, player_id` and `missing ['match_id', 'player_id']`, not `required [type=missing]`. */
function listedMembers(text: string): string[] {
  const start = /(?:missing|required)[^:[\n]{0,40}[:[]\s*\{?(.+)$/im.exec(text)?.[1];
  const list = /^['"`]?\w+\b(?!=)['"`]?(?:,? (?:and )?['"`]?\w+['"`]?|,['"`]?\w+['"`]?)*/.exec(
    start ?? "",
  )?.[0];
  if (list === undefined) return [];
  return list
    .split(/,? and |, ?/)
    .map((one) => one.replaceAll(/['"`]/g, ""))
    .filter((one) => /^\w+$/.test(one));
}

/** The names after `known:`, `available:` and similar words. */
function listedNames(text: string): string[] {
  const list =
    /\b(?:known|available|supported|valid|expected|allowed|registered|one of|choose from|methods|handlers|tools|types)[^:[({]{0,30}[:[({]\s*(.+)$/is.exec(
      text,
    )?.[1];
  if (list === undefined) return [];
  return [...list.matchAll(/[A-Za-z][\w./-]{2,}/g)].map(([name]) => name.replace(/[.-]$/, ""));
}
