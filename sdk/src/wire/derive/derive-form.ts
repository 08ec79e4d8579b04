/** Makes a wire profile of everything that was exchanged with a peer. A pure function. */
import { replyTypes } from "../contract.js";
import { findMessage } from "../find-message.js";
import { lintProfile } from "../lint.js";
import { underAllNames } from "../order-members.js";
import { ProfileCodec, usualErrors, usualReply } from "../profile-codec.js";
import { bundledDocument } from "../profiles/index.js";
import { canonicalProfile, resolveProfile } from "../resolve.js";
import { mergeRules } from "../rules.js";
import type { MessageRules, ProfileDocument, Spelling, SplitRule } from "../types.js";
import { repeatedTypes } from "./acknowledgement-types.js";
import { inBothDialects } from "./both-dialects.js";
import { type CallNames, callNames } from "./call-names.js";
import { derivableTypes, membersOf } from "./contract-members.js";
import { operationsIn } from "./descriptions.js";
import { hintsOf } from "./error-hints.js";
import { memberRules, withoutEmpty } from "./member-rules.js";
import { receivedBy } from "./method-names.js";
import { splitNamed } from "./missed-envelope.js";
import { type Conventions, conventionsOf } from "./peer-conventions.js";
import { dictionaryOf, namedBy, parityWords, rulesOfPeer, typeOfPeer } from "./peer-messages.js";
import { isProbe, isRefused, type Place, requestPlace } from "./request-place.js";
import { missedSpelling, plainExchange, plainPointer, spellingIn } from "./spelling-of-peer.js";
import type { Derivation, Exchange, Operation, Role } from "./types.js";
import { wrapOf } from "./wrap.js";

/** A peer's form of these decides no match. */
const notices = ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "LEAGUE_COMPLETED"];

/** What a derived profile extends: all that is not known is read by synonyms. */
const base = "synonyms";

/** @returns undefined if the form cannot be distinguished from the canonical one */
export function deriveForm(name: string, role: Role, seen: readonly Exchange[]): Derivation | undefined {
  const spelling = spellingIn(seen);
  const exchanges = seen.map(plainExchange);
  const operations = operationsIn(exchanges);
  const place = requestPlace(exchanges, operations, askedOf(role));
  const names = callNames(exchanges, operations, place, role);
  const conventions = conventionsOf(exchanges);
  const split = splitOf(exchanges);
  const messages = messagesOf(exchanges, operations, names, conventions, role, place, split !== undefined);
  const wrap = split === undefined ? wrapOf(exchanges, operations, place) : undefined;
  const request = wrap === "message" && place.request === "params" ? "message" : place.request;
  const isWrapped = wrap !== undefined && request !== "message" && request !== "bare";
  const reply = conventions.reply ?? usualReply(request);
  const errors = usualErrors(request);
  const envelope = envelopeFor(role, conventions);
  const learned: Partial<ProfileDocument> = {
    ...(request === "params" ? {} : { request }),
    ...(reply === "result" ? {} : { reply }),
    ...(errors === "jsonrpc" ? {} : { errors }),
    ...(names.rule === "contract" || request === "bare" ? {} : { method: names.rule }),
    ...(isWrapped ? { wrap } : {}),
    ...(split === undefined ? {} : { split }),
    ...(spelling === undefined ? {} : { spelling }),
    ...(conventions.sender === undefined ? {} : { sender: conventions.sender }),
    ...(conventions.times === undefined ? {} : { times: conventions.times }),
    ...(conventions.wantsUuid ? { conversation: "uuid" as const } : {}),
    ...startOf(role, names),
    ...(Object.keys(envelope).length === 0 ? {} : { envelope }),
    ...withNestHoisted(messages),
  };
  if (Object.keys(learned).length === 0) return undefined;
  const document: ProfileDocument = {
    name,
    title: "Derived form",
    description: `Derived from ${exchanges.length} exchanges with a ${role}.`,
    extends: base,
    ...learned,
  };
  // A peer's texts can lead to an invalid rule; a profile that the lint refuses is not used.
  if (lintProfile(document).length > 0) return undefined;
  const profile = resolveProfile(document, bundledDocument);
  const { evidence, ...others } = reasons(place, names, conventions, operations, messages, role);
  return { document, profile, ...others, evidence: [...written(split, spelling), ...evidence] };
}

/**
 * No message of a league manager to a player has a token. A player that requires one, and accepts no empty one, gets a placeholder
 * that is no token: real ones are for the league manager only.
 */
function envelopeFor(role: Role, { blank, wantsToken }: Conventions): MessageRules {
  if (role !== "player" || !wantsToken) return withoutEmpty({ blank });
  const { "/auth_token": _, ...others } = blank;
  return withoutEmpty({ blank: others, add: { "/auth_token": "none" } });
}

/** An object in which every known answer stands is said once. */
function withNestHoisted(messages: Readonly<Record<string, MessageRules>>): Partial<ProfileDocument> {
  const answers = Object.entries(messages).filter(([type]) => replyTypes.has(type));
  const [nest, ...others] = new Set(answers.map(([, rules]) => rules.nest));
  if (Object.keys(messages).length === 0) return {};
  if (nest === undefined || others.length > 0) return { messages };
  const rest = Object.entries(messages).map(([type, { nest: own, ...rules }]): [string, MessageRules] => [
    type,
    replyTypes.has(type) || own === undefined ? rules : { nest: own, ...rules },
  ]);
  const said = rest.filter(([, rules]) => Object.keys(rules).length > 0);
  return { replies: { nest }, ...(said.length === 0 ? {} : { messages: Object.fromEntries(said) }) };
}

/** A referee that has no method for an order, and one for the announcement, starts its matches by that. */
function startOf(role: Role, { own, rule }: CallNames): Partial<ProfileDocument> {
  const isAnnounced = role === "referee" && own.has("ROUND_ANNOUNCEMENT") && !own.has("RUN_MATCH");
  return isAnnounced && typeof rule !== "object" ? { match_start: "announcement" } : {};
}

function messagesOf(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
  names: CallNames,
  { typeName }: Conventions,
  role: Role,
  place: Place,
  isSplit: boolean,
): Readonly<Record<string, MessageRules>> {
  const said = rulesOfPeer(exchanges);
  const ruled = (type: string) => (typeof names.rule === "object" ? undefined : names.byRule(type));
  const refusals = refusalsByType(exchanges);
  const areObjects = refusals.get("RUN_MATCH")?.some(wantsObjects) === true;
  const wantedBy = (type: string) =>
    wantedRules(type, refusals.get(type) ?? [], operations, names.own.get(type) ?? ruled(type));
  const wanted = new Map(
    receivedBy[role]
      .filter((type) => derivableTypes.includes(type) && !notices.includes(type))
      .map((type) => [type, wantedBy(type)]),
  );
  const dictionary = { ...dictionaryOf(wanted), ...dictionaryOf(said) };
  const parity = parityWords(exchanges);
  const repeated = repeatedTypes(said, typeName);
  const messages: Record<string, MessageRules> = {};
  for (const type of new Set([...receivedBy[role], ...derivableTypes, ...repeated.keys()])) {
    const isReceived = receivedBy[role].includes(type);
    const method = isReceived ? names.own.get(type) : undefined;
    const message_type =
      (isReceived ? names.types.get(type) : undefined) ?? repeated.get(type) ?? typeName?.(type);
    const own = wanted.get(type) ?? said.get(type) ?? { rename: namedBy(dictionary, type) };
    const isOpen = isSplit && (isReceived || role === "manager") && !said.has(type);
    const known = isOpen ? inBothDialects(type, own, areObjects) : own;
    const values =
      type === "CHOOSE_PARITY_RESPONSE" && parity !== undefined
        ? { "/parity_choice": parity }
        : hasTopLevelWinner(type, known)
          ? winnerOrDraw
          : undefined;
    const rules = withoutEmpty({
      ...known,
      ...(wanted.has(type) && wanted.get(type) === undefined
        ? orderMembers(type, method, known, areObjects)
        : {}),
      ...(method === undefined ? {} : { method }),
      ...(message_type === undefined || message_type === type ? {} : { message_type }),
      ...(values === undefined ? {} : { values }),
    });
    const { method: given, ...rest } = rules;
    const name = given ?? (isReceived ? names.byRule(type) : undefined);
    const ruled = new ProfileCodec({ ...canonicalProfile, method: names.rule, messages: { [type]: rest } });
    const isRuled = place.request === "bare" || name === undefined || name === ruled.methodName(type);
    const written = isRuled ? rest : { ...rest, method: name };
    if (Object.keys(written).length > 0) messages[type] = written;
  }
  return messages;
}

/** A winner in the message itself belongs to the flat contracts: they have a word for a draw, and no null. */
function hasTopLevelWinner(type: string, { move = [] }: MessageRules): boolean {
  const isOutside = move.some(({ from, to }) => from === "/result/winner" && to.lastIndexOf("/") === 0);
  return type === "MATCH_RESULT_REPORT" && isOutside;
}

const winnerOrDraw: NonNullable<MessageRules["values"]> = { "/result/winner": [[null, "DRAW"]] };

/** An order with a separate name and unknown members. */
function orderMembers(
  type: string,
  method: string | undefined,
  { rename }: MessageRules,
  areObjects: boolean,
): MessageRules {
  const isOwn = type === "RUN_MATCH" && method !== undefined && !/^run_?match$/i.test(method);
  return isOwn || (type === "RUN_MATCH" && areObjects) ? underAllNames(rename, areObjects) : {};
}

/** A refusal that speaks of a text where the peer looks for an object. */
function wantsObjects({ reply }: Exchange): boolean {
  return hintsOf(reply).isAboutObject;
}

/** The peer's form of a message: from its schema, and from its refusals. */
function wantedRules(
  type: string,
  refused: readonly Exchange[],
  operations: readonly Operation[],
  method: string | undefined,
): MessageRules | undefined {
  const described = operations.find(
    (one) => one.input !== undefined && (one.type === type || one.name === method),
  );
  const hints = refused.map(({ reply }) => hintsOf(reply));
  const isCamel = missedSpelling(refused) !== undefined;
  const members = hints
    .flatMap((hint) => hint.members)
    .filter(({ pointer }) => splitNamed(pointer) === undefined)
    .map((one) => (isCamel ? { ...one, pointer: plainPointer(one.pointer) } : one));
  const unwanted = hints.flatMap((hint) => hint.unwanted).filter((one) => membersOf(type).includes(one));
  if (described?.input === undefined && members.length === 0 && unwanted.length === 0) return undefined;
  const shape = {
    members: [...(described?.input?.members ?? []), ...members],
    isClosed: described?.input?.isClosed ?? false,
  };
  return mergeRules(memberRules(type, shape), { omit: [...new Set(unwanted)] });
}

/** The messages without which a peer of this role can play no match. */
function askedOf(role: Role): readonly string[] {
  return receivedBy[role].slice(0, role === "player" ? 3 : 1);
}

/** The refused messages of each type. */
function refusalsByType(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> {
  const byType = new Map<string, Exchange[]>();
  for (const one of exchanges) {
    if (one.by !== "us" || !isRefused(one) || isProbe(one)) continue;
    const found = findMessage(one.request);
    const type = found && typeOfPeer(found);
    if (type === undefined) continue;
    const known = byType.get(type);
    if (known === undefined) byType.set(type, [one]);
    else known.push(one);
  }
  return byType;
}

/** As the peer writes its own messages, or has refused one for the lack of. */
function splitOf(exchanges: readonly Exchange[]): SplitRule | undefined {
  const calls = exchanges.flatMap(({ by, request }) => (by === "peer" ? [findMessage(request)?.split] : []));
  const known = calls.find((one) => one !== undefined);
  if (known !== undefined) return known;
  const refused = exchanges.filter((one) => one.by === "us" && isRefused(one));
  const missed = refused.flatMap(({ reply }) => hintsOf(reply).members.map(({ pointer }) => pointer));
  return missed.map(splitNamed).find((one) => one !== undefined);
}

/** How a peer writes every message, in words. */
function written(split: SplitRule | undefined, spelling: Spelling | undefined): string[] {
  const { members, types, prefix, times } = spelling ?? {};
  return [
    ...(split === undefined
      ? []
      : [`envelope and content stand in "${split.envelope}" and "${split.payload}"`]),
    ...(members === undefined ? [] : ["it spells members in camelCase"]),
    ...(types === undefined ? [] : ["it writes message types like names of classes"]),
    ...(prefix === undefined ? [] : [`"${prefix}" stands before its message types`]),
    ...(times === undefined ? [] : [`it writes times as numbers, in the style "${times}"`]),
  ];
}

function reasons(
  place: Place,
  names: CallNames,
  conventions: Conventions,
  operations: readonly Operation[],
  messages: Readonly<Record<string, MessageRules>>,
  role: Role,
): Pick<Derivation, "evidence" | "open"> {
  const listed = operations.map(({ name }) => name).filter((name) => name !== "");
  const evidence = [
    ...(listed.length === 0 ? [] : [`it describes ${listed.slice(0, 12).join(", ")}`]),
    ...(place.isKnown ? [`it takes messages in the place "${place.request}"`] : []),
    ...(names.source === undefined ? [] : [names.source]),
    ...(conventions.times === undefined ? [] : [`it writes times in the style "${conventions.times}"`]),
    ...(conventions.sender === undefined ? [] : ["it signs with bare ids"]),
    ...(conventions.reply === undefined ? [] : [`its answers stand in the place "${conventions.reply}"`]),
    ...Object.entries(messages).map(
      ([type, rules]) => `${type} has separate rules: ${Object.keys(rules).join(", ")}`,
    ),
  ];
  const isNamed = (type: string) =>
    names.own.has(type) || typeof names.rule === "object" || place.request === "bare";
  const asked = askedOf(role);
  const open =
    names.source === undefined || place.isKnown
      ? asked.filter((type) => listed.length > 0 && !isNamed(type))
      : [];
  return { evidence, open: open.map((type) => `it lists no name for ${type}`) };
}
