/** Finds the errors of a profile file before it is used: first those of its schema, then rules that mean nothing. */
import { explain, mostSimilar } from "@league-v2/contract";
import { validateForm } from "@league-v2/contract/forms";
import { messageTypes, replyTypes } from "../message/contract.js";
import { derivableTypes, membersOf } from "../message/contract-members.js";
import { isObject } from "../message/members.js";
import type { MessageRules, ProfileDocument, WireProfile } from "../message/types.js";
import { bundledProfile } from "./profiles.js";
import { variablesIn } from "./rules.js";

/** One fault of a profile document. */
export interface ProfileFault {
  /** JSON Pointer into the profile document. */
  readonly pointer: string;
  readonly problem: string;
  readonly hint?: string;
}

/** The variables of a match, and the top-level members of messages. */
const variables = [
  ...["player_a", "message_type", "player_b", "recipient", "now", "conversation", "winner_or_draw"],
  ...["league_id", "round_id", "match_id", "game_type", "player_id", "referee_id", "opponent_id"],
  ...["role_in_match", "player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"],
  ...["affected_player", "action_required", "deadline", "sender", "timestamp", "conversation_id"],
  "auth_token",
];

/** The rules whose texts have other words in braces, or values of the peer. */
const withoutVariables: readonly string[] = ["formats", "values"];

/** The faults of a profile document before `extends` is applied. */
export function lintProfile(value: unknown): readonly ProfileFault[] {
  if (!validateForm(value))
    return explain(validateForm.errors, value).map(({ pointer, message, hint }) => {
      // The sentence begins with the place, and ends with the hint if there is one.
      const problem = message.replace(`${pointer} `, "");
      return hint === undefined
        ? { pointer, problem }
        : { pointer, problem: problem.replace(` ${hint}`, ""), hint };
    });
  const document = value as ProfileDocument;
  const { envelope = {}, replies = {}, messages = {} } = document;
  const faults = [
    ...lintVariables({ envelope, replies }, ""),
    ...Object.entries(messages).flatMap(([type, rules]) => {
      const pointer = `/messages/${type}`;
      return messageTypes.has(type)
        ? [...lintVariables(rules, pointer), ...lintMembers(type, { ...rules }, pointer)]
        : [
            {
              pointer,
              problem: `the contract has no message ${type}`,
              ...didYouMean(type, [...messageTypes]),
            },
          ];
    }),
  ];
  return faults.length > 0 ? faults : lintEffects(document);
}

/** Unknown variables in the texts of rules. */
function lintVariables(rule: unknown, pointer: string): readonly ProfileFault[] {
  if (typeof rule === "string")
    return variablesIn(rule)
      .filter((name) => !variables.includes(name))
      .map((name) => ({ pointer, problem: `{${name}} is not a variable`, ...didYouMean(name, variables) }));
  if (!isObject(rule) && !Array.isArray(rule)) return [];
  return Object.entries(rule).flatMap(([name, inner]) =>
    withoutVariables.includes(name)
      ? []
      : [...lintVariables(name, `${pointer}/${name}`), ...lintVariables(inner, `${pointer}/${name}`)],
  );
}

function didYouMean(word: string, known: readonly string[]): { hint: string } {
  const near = mostSimilar(word, known, Number.POSITIVE_INFINITY);
  return { hint: near === undefined ? `known: ${known.join(", ")}` : `did you mean "${near}"?` };
}

type Places = Partial<Pick<WireProfile, "request" | "reply">>;

/** Where the rules of one message have no effect, and why. */
interface Row {
  readonly at: (rules: MessageRules, type: string, places: Places) => readonly string[];
  readonly problem: string;
  readonly hint: string;
}

const keys = (rule: object | undefined) => Object.keys(rule ?? {});
const when = (isSo: boolean, at: string) => (isSo ? [at] : []);
const inNest = ({ nest }: MessageRules, pointer: string) =>
  nest !== undefined && pointer.startsWith(`/${nest}/`);

const rows: readonly Row[] = [
  {
    at: ({ nest, beside }) => when(nest === undefined && beside !== undefined, "beside"),
    problem: "there is no nest",
    hint: "name the nested object in nest, or remove beside",
  },
  {
    at: ({ rename = {}, move = [] }) => [
      ...keys(rename).flatMap((from) => when(rename[from] === from, `rename/${from}`)),
      ...move.flatMap(({ from, to }, index) => when(from === to, `move/${index}`)),
    ],
    problem: "both places are the same",
    hint: "remove it",
  },
  {
    at: ({ rename, omit = [] }) =>
      keys(rename).flatMap((from) => when(omit.includes(`/${from}`), `rename/${from}`)),
    problem: "omit removes the member",
    hint: "remove it from omit or from rename",
  },
  {
    at: ({ blank, omit = [] }) => keys(blank).flatMap((key) => when(omit.includes(key), `blank/${key}`)),
    problem: "omit removes the member",
    hint: "remove it from omit or from blank",
  },
  {
    at: (rules) => [
      ...(["fill", "values", "formats", "aliases", "blank"] as const).flatMap((rule) =>
        keys(rules[rule]).flatMap((key) => when(inNest(rules, key), `${rule}/${key}`)),
      ),
      ...(["ignore", "omit"] as const).flatMap((rule) =>
        (rules[rule] ?? []).flatMap((one, index) => when(inNest(rules, one), `${rule}/${index}`)),
      ),
    ],
    problem: "the pointers of this rule are canonical",
    hint: "write it without the nested object",
  },
  {
    at: ({ method }, type, { reply = "request_body" }) =>
      when(method !== undefined && replyTypes.has(type) && reply !== "request_body", "method"),
    problem: "an answer has no method",
    hint: 'only an answer of the form "request_body" has one',
  },
  {
    at: ({ method }, type, { request }) =>
      when(method !== undefined && !replyTypes.has(type) && request === "bare", "method"),
    problem: "a bare message has no method",
    hint: "name its type in message_type, or its path in path",
  },
  {
    at: ({ all_names }, type) => when(all_names !== undefined && type !== "RUN_MATCH", "all_names"),
    problem: "only the players of RUN_MATCH have several usual names",
    hint: "move it to the rules of RUN_MATCH",
  },
];

function lintEffects({ wrap, split, messages = {}, ...document }: ProfileDocument): readonly ProfileFault[] {
  if (split !== undefined && split.envelope === split.payload)
    return [{ pointer: "/split", problem: "both objects have the same name", hint: "name two objects" }];
  // Where messages are, also by `extends`.
  const places: Places = { ...bundledProfile(document.extends ?? ""), ...document };
  const isUnwrapped = places.request === "message" || places.request === "bare";
  const ofWrap = {
    pointer: "/wrap",
    problem: `wrap has no effect where the request is "${places.request}"`,
    hint: "wrap names the member of params or arguments: use it with params or tools_call",
  };
  const ofRules = Object.entries(messages).flatMap(([type, rules]) =>
    rows.flatMap(({ at, problem, hint }) =>
      at(rules, type, places).map((place) => ({
        pointer: `/messages/${type}/${place}`,
        problem: `${problem}; the rule has no effect`,
        hint,
      })),
    ),
  );
  return wrap !== undefined && isUnwrapped ? [ofWrap, ...ofRules] : ofRules;
}

/** Finds rules about members that a message does not have. */
type Rules = Readonly<Record<string, unknown>>;

/**
 * Pointers into the nested object, and texts that are no pointers, are other faults, which the other parts of the lint name.
 * @param type a message type; rules of a type without a member list are not checked
 */
function lintMembers(type: string, rules: Rules, pointer: string): readonly ProfileFault[] {
  if (!derivableTypes.includes(type)) return [];
  const known = membersOf(type);
  const isInNest = (member: string) => typeof rules.nest === "string" && member.startsWith(`/${rules.nest}/`);
  return membersNamed(rules)
    .filter(([, member]) => member.startsWith("/") && !isInNest(member) && !isKnown(member, known))
    .map(([at, member]) => ({
      pointer: `${pointer}/${at}`,
      problem: `${type} has no member ${member}; the rule has no effect`,
      ...didYouMean(member, known),
    }));
}

/** Canonical pointers in the rules, each with its place there. */
function membersNamed(rules: Rules): (readonly [at: string, member: string])[] {
  const keysOf = (rule: string) => (isObject(rules[rule]) ? Object.keys(rules[rule]) : []);
  const itemsOf = (rule: string): readonly unknown[] => (Array.isArray(rules[rule]) ? rules[rule] : []);
  return [
    ...keysOf("rename").map((name) => [`rename/${name}`, `/${name}`] as const),
    ...["aliases", "values", "formats", "blank"].flatMap((rule) =>
      keysOf(rule).map((key) => [`${rule}/${key}`, key] as const),
    ),
    ...itemsOf("move").flatMap((step, index) =>
      isObject(step) && typeof step.from === "string" ? [[`move/${index}/from`, step.from] as const] : [],
    ),
    ...itemsOf("ignore").flatMap((one, index) =>
      typeof one === "string" ? [[`ignore/${index}`, one] as const] : [],
    ),
  ];
}

/** Whether the message has the member, an object that holds it, or a member in it. */
function isKnown(member: string, known: readonly string[]): boolean {
  return known.some(
    (one) =>
      one === member || (isOpen(one, known) && member.startsWith(`${one}/`)) || one.startsWith(`${member}/`),
  );
}

/** Whether no members inside this member are listed. */
function isOpen(pointer: string, known: readonly string[]): boolean {
  return !known.some((one) => one.startsWith(`${pointer}/`));
}
