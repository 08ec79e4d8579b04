/** Derives the method or tool name of each message to a peer. */

import { hintsOf } from "../evidence/error-hints.js";
import {
  assignByOrder,
  assignNames,
  generalName,
  receivedBy,
  usualNames,
  usualTypes,
} from "../evidence/method-names.js";
import { typeOfPeer } from "../evidence/peer-messages.js";
import { probeMethod, probeType } from "../evidence/questions.js";
import {
  isProbe,
  isReadAndRefused,
  isRefused,
  isSameAnswer,
  isUnknownName,
  type Place,
  plainProbe,
} from "../evidence/request-place.js";
import type { WireMember } from "../evidence/schema-members.js";
import type { Exchange, Operation, Role } from "../evidence/types.js";
import { rowOf } from "../message/contract.js";
import { findMessage, replyMessage } from "../message/find-message.js";
import type { MethodRule } from "../message/types.js";

export interface CallNames {
  readonly rule: MethodRule;
  /** Names that differ from the rule, by canonical type. */
  readonly own: ReadonlyMap<string, string>;
  /** The name by the rule, from the canonical type; undefined for a bare message, which has no name. */
  readonly byRule: (type: string) => string | undefined;
  /** Message types on the wire that are not the contract's, by canonical type. */
  readonly types: ReadonlyMap<string, string>;
  /** The source of the names; undefined if there is none. */
  readonly source: string | undefined;
}

/** The messages that a match needs. */
function matchTypes(role: Role): readonly string[] {
  return role === "manager"
    ? ["REFEREE_REGISTER_REQUEST", "LEAGUE_REGISTER_REQUEST", "MATCH_RESULT_REPORT"]
    : receivedBy[role].slice(0, role === "player" ? 3 : 1);
}

type Simple = Exclude<MethodRule, object>;
const simpleRules: readonly Simple[] = ["contract", "message_type", "message_type_lower"];

export function callNames(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
  place: Place,
  role: Role,
): CallNames {
  const received = receivedBy[role];
  const wanted = place.request === "tools_call" ? "tool" : place.request === "bare" ? "body" : "method";
  const described = operations.filter((one) => one.place === wanted);
  const listed = listedIn(exchanges);
  const names = described.length > 0 ? described.map(({ name }) => name) : listed.methods;
  const byWords = new Map([
    ...assignNames(names, received),
    ...typed(described, received),
    ...understoodNames(exchanges, place, received),
  ]);
  const isGeneral = place.always !== undefined || generalName(names) !== undefined;
  const found = new Map(isGeneral ? byWords : assignByOrder(names, matchTypes(role), byWords, received));
  const types = new Map([
    ...guessedTypes(exchanges, received),
    ...typesOf(described, found, assignNames(listed.types, received)),
  ]);
  const isListed = described.length > 0 && found.size > 0;
  const generalOfCalls = generalNameOfCalls(exchanges);
  const always =
    (isListed ? undefined : place.always) ??
    ([...found.values()].every((name) => name === generalOfCalls) ? generalOfCalls : undefined) ??
    (found.size === 0 ? generalName(names) : undefined);
  if (always !== undefined)
    return { rule: { always }, own: new Map(), byRule: () => always, types, source: `it answers ${always}` };
  const refused = refusedNames(exchanges);
  const allowed = simpleRules.filter(
    (rule) => !received.some((type) => refused.has(`${type} ${nameBy(rule, type)}`)),
  );
  const fit = (rule: Simple) => [...found].filter(([type, name]) => nameBy(rule, type) === name).length;
  const candidates = (allowed.length > 0 ? allowed : simpleRules).toSorted((a, b) => fit(b) - fit(a));
  const rule = candidates[0] ?? "contract";
  if (place.request === "bare")
    return { rule, own: new Map(), byRule: () => undefined, types, source: undefined };
  for (const type of received) {
    if (found.has(type) || !refused.has(`${type} ${nameBy(rule, type)}`)) continue;
    const byRules = simpleRules.map((one) => nameBy(one, type));
    const others = [
      ...byRules,
      // An order may be sent a few times only: the names that agents give it come first.
      ...(type === "RUN_MATCH" ? [] : [...byRules.flatMap(reversed), `handle_${type.toLowerCase()}`]),
      ...(usualNames[type] ?? []),
    ];
    const guess = others.find((name) => !refused.has(`${type} ${name}`));
    if (guess !== undefined) found.set(type, guess);
  }
  const own = new Map([...found].filter(([type, name]) => nameBy(rule, type) !== name));
  const hasEvidence = found.size > 0 || refused.size > 0;
  const byRule = (type: string) => nameBy(rule, type);
  return {
    rule,
    own,
    byRule,
    types,
    source: hasEvidence ? sourceOf(found.size, described.length, listed.methods.length) : undefined,
  };
}

/** A name of the peer's own calls that is used for all messages: the type distinguishes them. */
function generalNameOfCalls(exchanges: readonly Exchange[]): string | undefined {
  const refused = refusedNames(exchanges);
  const isRefused = (name: string) => [...refused].some((one) => one.endsWith(` ${name}`));
  const calls = exchanges.flatMap(({ by, request }) => (by === "peer" ? (findMessage(request) ?? []) : []));
  return calls.find(({ method, message }) => {
    const isTyped = typeof message.message_type === "string" && message.message_type !== method;
    const isGeneral = method !== undefined && generalWord.test(method) && !isRefused(method);
    return isTyped && isGeneral && typeOfPeer({ message: {}, method }) === undefined;
  })?.method;
}

const generalWord = /(^|[._/])(handle|process|dispatch|message|event|request|rpc)/i;

/**
 * Names under which the peer has answered, or has refused a message because of a missing member. An answer that an
 * unknown name gets as well is no evidence.
 */
function understoodNames(
  exchanges: readonly Exchange[],
  { request: shape }: Place,
  received: readonly string[],
): [string, string][] {
  const unknown = plainProbe(exchanges);
  return exchanges.flatMap((one): [string, string][] => {
    const found = one.by === "us" && !isProbe(one) ? findMessage(one.request) : undefined;
    const type = found === undefined ? undefined : typeOfPeer(found);
    const isAnswered = isRefused(one) ? isReadAndRefused(one) : replyMessage(one.reply) !== undefined;
    const isKnown =
      type !== undefined && received.includes(type) && isAnswered && !isSameAnswer(one, unknown);
    return isKnown && found?.shape === shape && found.method !== undefined ? [[type, found.method]] : [];
  });
}

function sourceOf(found: number, described: number, listed: number): string {
  if (found === 0) return "the refused names show the rule of its names";
  if (described > 0) return "it lists its names";
  return listed > 0 ? "its errors list its names" : "its names were found by trying the usual ones";
}

/** The names of operations whose schema states the message type. */
function typed(operations: readonly Operation[], received: readonly string[]): [string, string][] {
  return operations.flatMap(({ type, name }) =>
    type !== undefined && received.includes(type) && name !== "" ? [[type, name]] : [],
  );
}

function typesOf(
  operations: readonly Operation[],
  found: ReadonlyMap<string, string>,
  listed: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const named = operations.flatMap(({ name, type }) => {
    const canonical = [...found].find(([, one]) => one === name)?.[0];
    return canonical === undefined || type === undefined ? [] : [[canonical, type] as const];
  });
  return new Map([...listed, ...named].filter(([canonical, type]) => canonical !== type));
}

/** For each type that the peer does not support: its first usual name that the peer has not refused either. */
function guessedTypes(exchanges: readonly Exchange[], received: readonly string[]): [string, string][] {
  const refused = new Set(exchanges.filter(isUnknownType).map(({ request }) => messageTypeIn(request)));
  return received.flatMap((type): [string, string][] => {
    const guess = refused.has(type) ? usualTypes[type]?.find((name) => !refused.has(name)) : undefined;
    return guess === undefined ? [] : [[type, guess]];
  });
}

/** Whether a refusal reports the message type as unknown, and repeats it. */
function isUnknownType(one: Exchange): boolean {
  if (one.by !== "us" || !isRefused(one) || isProbe(one)) return false;
  const text = typeof one.reply === "string" ? one.reply : JSON.stringify(one.reply ?? "");
  const type = messageTypeIn(one.request);
  return (
    type !== undefined && text.includes(type) && /(unknown|unsupported|invalid) message.?type/i.test(text)
  );
}

function messageTypeIn(request: unknown): string | undefined {
  const type = findMessage(request)?.message.message_type;
  return typeof type === "string" ? type : undefined;
}

/** The names that errors list: of message types if the error is about the type, else of methods. */
function listedIn(exchanges: readonly Exchange[]): { methods: string[]; types: string[] } {
  const methods: string[] = [];
  const types: string[] = [];
  for (const one of exchanges.filter((exchange) => exchange.by === "us" && isRefused(exchange))) {
    const text = typeof one.reply === "string" ? one.reply : JSON.stringify(one.reply ?? "");
    const isAboutType = text.includes(probeType) || /message.?type/i.test(text);
    const own = findMessage(one.request);
    const hints = hintsOf(one.reply);
    types.push(...allowedTypes(hints.members));
    const names = hints.names.filter((name) => name !== own?.method && name !== own?.message.message_type);
    (isAboutType && !text.includes(probeMethod) ? types : methods).push(...names);
  }
  return { methods: [...new Set(methods)], types: [...new Set(types)] };
}

const longestName = 64;

/** The message types that a refusal of a type lists. */
function allowedTypes(members: readonly WireMember[]): string[] {
  const typeMember = members.find(({ pointer }) => pointer === "/message_type");
  return (typeMember?.allowed ?? []).filter(
    (name): name is string => typeof name === "string" && name.length <= longestName,
  );
}

/** Calls of ours that were refused under a name: `GAME_INVITATION choose_parity`. */
function refusedNames(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const refused = exchanges.filter((one) => one.by === "us" && isRefused(one) && isUnknownName(one));
  return new Set(
    refused.flatMap(({ request }) => {
      const found = findMessage(request);
      const type = found?.message.message_type;
      return typeof type === "string" && found?.method !== undefined ? [`${type} ${found.method}`] : [];
    }),
  );
}

/** A name of two words in reverse order: `parity_choose`. */
function reversed(name: string): string[] {
  const [first, second, ...others] = name.split("_");
  return first === undefined || second === undefined || others.length > 0 ? [] : [`${second}_${first}`];
}

/** The name of a message by a rule, from its type in the contract. */
function nameBy(rule: Simple, type: string): string {
  if (rule === "message_type") return type;
  return rule === "message_type_lower" ? type.toLowerCase() : (rowOf(type)?.name ?? type.toLowerCase());
}
