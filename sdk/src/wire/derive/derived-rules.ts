/** Derives the rules of each message from the exchanges with a peer. */

import { underAllNames } from "../content/order-members.js";
import { hintsOf } from "../evidence/error-hints.js";
import { memberRules, withoutEmpty } from "../evidence/member-rules.js";
import { receivedBy } from "../evidence/method-names.js";
import { dictionaryOf, namedBy, rulesOfPeer, typeOfPeer } from "../evidence/peer-messages.js";
import { plainPointer } from "../evidence/plain-exchange.js";
import { envelopeObjects, isProbe, isRefused, ofCall } from "../evidence/request-place.js";
import type { WireMember } from "../evidence/schema-members.js";
import type { Exchange, Operation } from "../evidence/types.js";
import { ProfileCodec } from "../form/profile-codec.js";
import { canonical } from "../form/profiles.js";
import { mergeRules } from "../form/rules.js";
import { derivableTypes, membersOf, nameOf } from "../message/contract-members.js";
import { findMessage } from "../message/find-message.js";
import { snake, withContractNames } from "../message/spelling.js";
import type { MessageRules } from "../message/types.js";
import type { Findings } from "./findings.js";

/** Messages that need no derived rules: no match depends on them. */
const notices = ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"];

/** The rules of each message, from the peer's own messages, its descriptions and its refusals. */
export function messageRulesOf(findings: Findings): Readonly<Record<string, MessageRules>> {
  const { exchanges, operations, names, role, place } = findings;
  const { typeName } = findings.conventions;
  const isCamel = findings.spelling?.members !== undefined;
  const sent = rulesOfPeer(exchanges);
  const ruled = (type: string) => (typeof names.rule === "object" ? undefined : names.byRule(type));
  const refusals = refusalsByType(exchanges);
  const requiredBy = (type: string) =>
    requiredRules(
      type,
      { refused: refusals.get(type) ?? [], operations, method: names.own.get(type) ?? ruled(type) },
      { isCamel, nest: findings.nest },
    );
  const required = new Map(
    receivedBy[role]
      .filter((type) => derivableTypes.includes(type) && !notices.includes(type))
      .map((type) => [type, requiredBy(type)]),
  );
  const dictionary = { ...dictionaryOf(required), ...dictionaryOf(sent) };
  const matchNames = matchNamesIn(required);
  const messages: Record<string, MessageRules> = {};
  for (const type of new Set([...receivedBy[role], ...derivableTypes])) {
    const isReceived = receivedBy[role].includes(type);
    const method = isReceived ? names.own.get(type) : undefined;
    const message_type = (isReceived ? names.types.get(type) : undefined) ?? typeName?.(type);
    const add = isReceived && membersOf(type).includes("/match_id") ? matchNames : {};
    const known = required.get(type) ?? sent.get(type) ?? { rename: namedBy(dictionary, type), add };
    const values = hasTopLevelWinner(type, known) ? winnerOrDraw : undefined;
    const rules = withoutEmpty({
      ...known,
      ...(required.has(type) && required.get(type) === undefined ? orderMembers(type, method, known) : {}),
      ...(method === undefined ? {} : { method }),
      ...(message_type === undefined || message_type === type ? {} : { message_type }),
      ...(values === undefined ? {} : { values }),
    });
    const { method: given, ...rest } = rules;
    const name = given ?? (isReceived ? names.byRule(type) : undefined);
    const codec = new ProfileCodec({ ...canonical, method: names.rule, messages: { [type]: rest } });
    const isRuled = place.request === "bare" || name === undefined || name === codec.methodName(type);
    const written = isRuled ? rest : { ...rest, method: name };
    if (Object.keys(written).length > 0) messages[type] = written;
  }
  return messages;
}

/** The members under unknown names that have the id of the match in a message: they are expected in the others, too. */
function matchNamesIn(
  rules: ReadonlyMap<string, MessageRules | undefined>,
): NonNullable<MessageRules["add"]> {
  const added = [...rules.values()].flatMap((one) => Object.entries(one?.add ?? {}));
  const names = added.filter(([pointer, value]) => value === "$match_id" && nameOf(pointer) !== "match_id");
  return Object.fromEntries(names.map(([pointer, value]) => [`/${nameOf(pointer)}`, value]));
}

/** Whether the winner is a top-level member, as in the flat contracts, which write a draw as a word. */
function hasTopLevelWinner(type: string, { move = [] }: MessageRules): boolean {
  const isOutside = move.some(({ from, to }) => from === "/result/winner" && to.lastIndexOf("/") === 0);
  return type === "MATCH_RESULT_REPORT" && isOutside;
}

const winnerOrDraw: NonNullable<MessageRules["values"]> = { "/result/winner": [[null, "DRAW"]] };

/** An order with a separate name and unknown members. */
function orderMembers(type: string, method: string | undefined, { rename }: MessageRules): MessageRules {
  const isOwn = type === "RUN_MATCH" && method !== undefined && !/^run_?match$/i.test(method);
  return isOwn ? underAllNames(rename) : {};
}

/** What a peer has shown about a message to it. */
interface Evidence {
  readonly refused: readonly Exchange[];
  readonly operations: readonly Operation[];
  readonly method: string | undefined;
}

/**
 * The peer's form of a message: from its schema, and from its refusals.
 *
 * @param isCamel whether the peer spells all members in camelCase, so that such a name is no other name
 * @param nest the member with the content of every message
 */
function requiredRules(
  type: string,
  { refused, operations, method }: Evidence,
  { isCamel, nest }: { readonly isCamel: boolean; readonly nest: string | undefined },
): MessageRules | undefined {
  const described = operations.find(
    (one) => one.input !== undefined && (one.type === type || one.name === method),
  );
  const hints = refused.map(({ reply }) => hintsOf(reply));
  const inside = (pointer: string) =>
    nest !== undefined && pointer.startsWith(`/${nest}/`) ? pointer.slice(nest.length + 1) : pointer;
  const plain = (pointer: string) => (isCamel ? plainPointer(inside(pointer)) : inside(pointer));
  const members = hints
    .flatMap((hint) => hint.members)
    .filter(({ pointer }) => ![`/${nest}`, ...ofCall, ...envelopeObjects].includes(pointer))
    .map((one) => ({ ...one, pointer: plain(one.pointer) }));
  const unwanted = hints.flatMap((hint) => hint.unwanted.map(plain));
  if (described?.input === undefined && members.length === 0 && unwanted.length === 0) return undefined;
  const shape = {
    members: mergedMembers([
      ...(described?.input?.members ?? []).map((one) => ({ ...one, pointer: plain(one.pointer) })),
      ...members,
    ]),
  };
  const rules = memberRules(type, shape, objectsAmong(type, refused, plain));
  const moved = [
    ...Object.keys(rules.rename ?? {}).map((name) => `/${name}`),
    ...(rules.move ?? []).map(({ from }) => from),
  ];
  return mergeRules(rules, { omit: [...new Set(unwanted)].filter((one) => !moved.includes(one)) });
}

/** Members that refusals miss although they were sent, as texts of no known meaning: they are objects with the content. */
function objectsAmong(
  type: string,
  refused: readonly Exchange[],
  plain: (pointer: string) => string,
): readonly string[] {
  const known = membersOf(type);
  return refused.flatMap(({ request, reply }) => {
    const sent = findMessage(withContractNames(request))?.message ?? {};
    const missed = hintsOf(reply)
      .members.filter((one) => one.required && one.kind === undefined)
      .map(({ pointer }) => plain(pointer));
    return missed
      .filter((pointer) => !known.includes(plainPointer(pointer)))
      .map((pointer) => pointer.slice(1))
      .filter((name) => typeof sent[snake(name)] === "string");
  });
}

/** The refused messages of each type. */
function refusalsByType(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const byType = new Map<string, Exchange[]>();
  for (const one of exchanges) {
    if (one.by !== "us" || !isRefused(one) || isProbe(one)) continue;
    const found = findMessage(one.request);
    const type = one.type ?? (found && typeOfPeer(found));
    if (type === undefined) continue;
    const known = byType.get(type);
    if (known === undefined) byType.set(type, [one]);
    else known.push(one);
  }
  return byType;
}

/** Each member once, at its first place; later statements are added. */
function mergedMembers(members: readonly WireMember[]): WireMember[] {
  const byPointer = new Map<string, WireMember>();
  for (const one of members) {
    const known = byPointer.get(one.pointer);
    const required = known?.required === true || one.required;
    byPointer.set(one.pointer, known === undefined ? one : { ...one, ...known, required });
  }
  return [...byPointer.values()];
}
