/** The rules of one message: the mapping of its contract members to those that a peer sends or expects. */

import { unknownMembers } from "../content/by-value.js";
import { kindOf, membersOf, nameOf } from "../message/contract-members.js";
import { snake } from "../message/spelling.js";
import { ENVELOPE_MEMBERS, type MessageRules, type ValuePair } from "../message/types.js";
import { similarity } from "../message/words.js";
import { nameScore } from "./method-names.js";
import type { WireMember, WireShape } from "./schema-members.js";

/** The minimum similarity of two matched names. */
const leastSimilarity = 0.5;
/** The factor for a value of another kind. */
const otherKind = 0.5;
/** The similarity for a value that only one member can have. */
const itsValue = 0.9;

/** Names of objects that contain the members of a message, in addition to names like the message's own. */
const nestName = /details|context|question|content|body|info/i;
const leastNestScore = 4.5;
/** Messages without nested objects in the contract. */
const flatTypes = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "RUN_MATCH"];

/** Whether a member of which only the name is known contains the others. */
function isNestOf({ pointer, kind }: WireMember, type: string): boolean {
  const name = pointer.slice(1);
  if (kind !== undefined || name.includes("/") || !flatTypes.includes(type)) return false;
  return nestName.test(name) || nameScore(name, type) >= leastNestScore;
}

/** Values that are known in addition to the message, by the name that a member of it may have. */
const variables: Readonly<Record<string, string>> = {
  player_id: "$recipient",
  league_id: "$league_id",
  round_id: "$round_id",
  match_id: "$match_id",
  opponent_id: "$opponent_id",
  player_A_id: "$player_a",
  player_B_id: "$player_b",
};

const valuesOfMembers: Readonly<Record<string, readonly string[]>> = {
  role_in_match: ["PLAYER_A", "PLAYER_B"],
  parity_choice: ["even", "odd"],
  number_parity: ["even", "odd"],
};

/** @param objects names of members that are known to hold the content of a message */
export function memberRules(type: string, shape: WireShape, objects: readonly string[] = []): MessageRules {
  const members = shape.members.filter((one, index) => !isRedundant(one, shape.members, index));
  const isHolder = (one: WireMember) => isNestOf(one, type) || objects.includes(one.pointer.slice(1));
  const holder = members.find((one) => one.required && isHolder(one));
  if (holder === undefined) return rulesFor(type, { ...shape, members });
  const nest = nameOf(holder.pointer);
  const isInner = ({ pointer }: WireMember) => pointer.startsWith(`/${nest}/`);
  const inner = members
    .filter(isInner)
    .map((one) => ({ ...one, pointer: one.pointer.slice(nest.length + 1) }));
  const outer = members.filter((one) => one !== holder && !isInner(one) && !isOfEnvelope(one));
  // A refusal names a member without its place, so it is written in both.
  const renamed = outer.filter(({ pointer, kind, required }) => {
    return required && kind === undefined && isTop(pointer) && !membersOf(type).includes(pointer);
  });
  const { add: added = {}, ...rules } = rulesFor(type, { members: [...inner, ...renamed] });
  const addedInside = Object.entries(added).map(([pointer, value]) => [`/${nest}${pointer}`, value]);
  const named = new Set(Object.values(rules.rename ?? {}));
  const { add, beside } = outsideNest(type, outer, named);
  return withoutEmpty({ ...rules, nest, beside, add: { ...add, ...Object.fromEntries(addedInside) } });
}

function isOfEnvelope({ pointer }: WireMember): boolean {
  return ENVELOPE_MEMBERS.has(nameOf(pointer));
}

/**
 * The members that a peer with a nested object expects outside of it: those of the match, and those that its refusals name;
 * all as copies, since they may also be expected inside.
 *
 * @param inside names of members that are in the object already, of which only copies stand outside
 */
function outsideNest(
  type: string,
  outer: readonly WireMember[],
  inside: ReadonlySet<string>,
): Required<Pick<MessageRules, "add" | "beside">> {
  const own = membersOf(type).filter(isTop);
  const match = ["/match_id", "/league_id", "/round_id"].filter((pointer) => own.includes(pointer));
  const wanted = outer.filter((one) => one.required);
  return {
    beside: wanted
      .filter(({ pointer }) => !own.includes(pointer) && !inside.has(nameOf(pointer)))
      .map(({ pointer }) => nameOf(pointer)),
    add: {
      ...Object.fromEntries(match.map((pointer) => [pointer, `$${nameOf(pointer)}`])),
      ...Object.fromEntries(wanted.map((one) => [one.pointer, outsideValue(type, one)])),
    },
  };
}

/** The value of the member of the contract that is most like it. */
function outsideValue(type: string, one: WireMember): unknown {
  const [pair] = matched(membersOf(type).filter(isTop), [one]);
  return pair === undefined ? addedValue(type, one) : `$${nameOf(pair.from)}`;
}

function isTop(pointer: string): boolean {
  return pointer.lastIndexOf("/") === 0;
}

function rulesFor(type: string, { members }: WireShape): MessageRules {
  const single = members.filter(({ pointer }) => choiceOf(type, nameOf(pointer)) === undefined);
  const pairs = matched(membersOf(type), single);
  const renamed = pairs.filter(({ from, to }) => from !== to.pointer);
  const simple = renamed.filter(({ from, to }) => isTop(from) && isTop(to.pointer));
  const moved = renamed.filter((one) => !simple.includes(one));
  const taken = new Set(pairs.map(({ to }) => to.pointer));
  const unmatched = members.filter((one) => one.required && !taken.has(one.pointer));
  const byPlace = unknownMembers(type, new Set(pairs.map(({ from }) => from)), unmatched);
  const values = pairs.flatMap(({ from, to }) => valueRule(from, to.allowed ?? []));
  return withoutEmpty({
    rename: Object.fromEntries(simple.map(({ from, to }) => [nameOf(from), nameOf(to.pointer)])),
    move: moved.map(({ from, to }) => ({ from, to: to.pointer })),
    values: Object.fromEntries(values),
    formats: Object.fromEntries(pairs.flatMap(formatRule)),
    add: Object.fromEntries(
      unmatched.map((one) => [one.pointer, byPlace.get(one.pointer) ?? addedValue(type, one)]),
    ),
  });
}

interface Pair {
  /** Canonical pointer. */
  readonly from: string;
  readonly to: WireMember;
}

/** Each contract member with the peer's most similar member. */
function matched(canonical: readonly string[], wire: readonly WireMember[]): Pair[] {
  const pairs: Pair[] = [];
  const candidates = canonical.flatMap((from) => wire.map((to) => ({ from, to, score: score(from, to) })));
  const used = new Set<unknown>();
  for (const { from, to, score } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (score < leastSimilarity || used.has(from) || used.has(to)) continue;
    used.add(from).add(to);
    pairs.push({ from, to });
  }
  return pairs;
}

/** A member of an object that describes an agent: its id is that of no match. */
const ofAnAgent = /\/(?:player|opponent|rival|referee)[^/]*\//i;

/** 2 for the same place and name, above 1 for the same name at another place, then by similarity. */
function score(from: string, { pointer, kind, required, value }: WireMember): number {
  if (from === pointer) return 2;
  if (value !== undefined && hasItsValue(from, value)) return itsValue;
  if (nameOf(from) === "match_id" && ofAnAgent.test(pointer)) return 0;
  const name = nameOf(pointer);
  const isSameName = snake(name) === nameOf(from) || isNamedByBoth(pointer, nameOf(from));
  const alike =
    similarity(nameOf(from), name) * (kind === undefined || kind === kindOf(from) ? 1 : otherKind);
  return (isSameName ? 1 + alike / 2 : alike) + (required ? 0.01 : 0);
}

/** Whether a member is listed earlier, or is the object or the last step of a pointer in the schema. */
function isRedundant({ pointer, kind }: WireMember, all: readonly WireMember[], index: number): boolean {
  if (all.findIndex((one) => one.pointer === pointer) !== index) return true;
  const others = kind === undefined ? all.filter((one) => one.kind !== undefined) : [];
  return others.some((one) => one.pointer.startsWith(`${pointer}/`) || one.pointer.endsWith(pointer));
}

/** Whether the steps of a pointer make the name: `/player_a/id` is `player_A_id`. */
function isNamedByBoth(pointer: string, name: string): boolean {
  const steps = pointer.slice(1).split("/");
  return steps.length > 1 && steps.join("_").toLowerCase() === name.toLowerCase();
}

/** Whether only this member can have this value, under any name. */
function hasItsValue(canonical: string, value: unknown): boolean {
  const allowed = valuesOfMembers[nameOf(canonical)];
  return (
    typeof value === "string" && allowed?.some((one) => one.toLowerCase() === value.toLowerCase()) === true
  );
}

function addedValue(type: string, { pointer, kind, allowed }: WireMember): unknown {
  const name = nameOf(pointer);
  const own = membersOf(type).find((one) => isTop(one) && nameOf(one) === name);
  if (own !== undefined) return `$${name}`;
  const choice = choiceOf(type, name);
  if (choice !== undefined) return choice;
  if (allowed?.[0] !== undefined) return allowed[0];
  const known = Object.keys(variables).toSorted((a, b) => similarity(b, name) - similarity(a, name))[0] ?? "";
  if (similarity(known, name) >= leastSimilarity + 0.2) return variables[known];
  return { text: "unknown", number: 0, boolean: true, object: {}, list: [] }[kind ?? "text"];
}

/** The format of a value that the peer requires in another one: an id as a number, a number as a text. */
function formatRule({ from, to: { kind, format } }: Pair): [string, string][] {
  const own = kindOf(from);
  if (own === "text" && format !== undefined) return [[from, format]];
  const isId = own === "text" && /(^|_)id$/i.test(nameOf(from));
  if (isId && kind === "number") return [[from, "number"]];
  return own === "number" && kind === "text" ? [[from, "text"]] : [];
}

/** The choice of a player, for a member of the result that is named after its place. */
function choiceOf(type: string, name: string): string | undefined {
  if (type !== "GAME_OVER" || !/choice|move|parity/i.test(name)) return undefined;
  const place = /(?:^|_)(?:a|1|one|first)(?:_|$)/i.test(name)
    ? "a"
    : /(?:^|_)(?:b|2|two|second)(?:_|$)/i.test(name)
      ? "b"
      : undefined;
  return place && `$/game_result/choices/{player_${place}}`;
}

function valueRule(pointer: string, allowed: readonly unknown[]): [string, ValuePair[]][] {
  const canonical = valuesOfMembers[nameOf(pointer)];
  const texts = allowed.filter((one) => typeof one === "string");
  if (canonical === undefined || texts.length < canonical.length) return [];
  const pairs = canonical.map((value, index): ValuePair => {
    const same = texts.find((one) => one.toLowerCase() === value.toLowerCase());
    return [value, same ?? texts.find((one) => isShortFor(one, value)) ?? texts[index]];
  });
  return pairs.every(([one, other]) => one === other) ? [] : [[pointer, pairs]];
}

/** `A`, `player_a` and `a` are `PLAYER_A`. */
function isShortFor(text: string, value: string): boolean {
  return (
    value.toLowerCase().endsWith(text.toLowerCase()) ||
    text.toLowerCase().endsWith(value.slice(-2).toLowerCase())
  );
}

/** The rules that are not empty. */
export function withoutEmpty(rules: MessageRules): MessageRules {
  const present = Object.entries(rules).filter(([, value]) =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : value !== undefined,
  );
  return Object.fromEntries(present);
}

/** Ids of several messages, each with its places in them. */
const places: Readonly<Record<string, readonly string[]>> = {
  match_id: ["/match_id"],
  player_id: ["/player_id"],
  league_id: ["/league_id"],
  opponent_id: ["/opponent_id", "/context/opponent_id"],
};

export function formatsOf(
  messages: Readonly<Record<string, MessageRules>>,
): Readonly<Record<string, string>> | undefined {
  const found = Object.values(messages).flatMap(({ formats = {} }) =>
    Object.entries(formats).flatMap(([pointer, format]) =>
      (places[nameOf(pointer)] ?? []).map((place) => [place, format] as const),
    ),
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
