/** Derives the form of a peer without JSON-RPC: with a separate path for each message, or one path for named events. */

import { operationsIn } from "../derive/descriptions.js";
import { withoutEcho } from "../derive/echoed-input.js";
import { hintsOf } from "../derive/error-hints.js";
import { formatsOf } from "../derive/id-formats.js";
import { memberRules, withoutEmpty } from "../derive/member-rules.js";
import { mergedMembers } from "../derive/merged-members.js";
import { plainPointer } from "../derive/spelling-of-peer.js";
import type { Exchange, Operation, Role } from "../derive/types.js";
import { lintProfile } from "../lint.js";
import { isObject } from "../members.js";
import { bundledDocument } from "../profiles/index.js";
import { resolveProfile } from "../resolve.js";
import { mergeRules } from "../rules.js";
import type { MessageRules, ProfileDocument, WireProfile } from "../types.js";
import { eventNames, isRefusal } from "./service-events.js";
import { serviceName } from "./service-name.js";
import { describedPaths, guessedPaths, isCallTo, type PathStyle, pathStyle } from "./service-paths.js";
import { plainStyle, prefixOf, rulesOfStyle, type ServiceStyle, styleIn } from "./service-style.js";
import { addressFormats, usualMembers } from "./usual-members.js";

/** The messages of a match by role, those without which none is played. */
const received: Readonly<Record<Role, readonly string[]>> = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "ROUND_ANNOUNCEMENT"],
  referee: ["RUN_MATCH"],
  manager: [],
};

const notFound: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
/** Ids that are sent as numbers, if the peer requires a number for one of them. */
const numbered = ["match_id", "player_id", "opponent_id", "player_A_id", "player_B_id", "winner_player_id"];

export interface ServiceEvidence {
  readonly name: string;
  readonly role: Role;
  /** The type of the failed call: the only one that is derived for a league manager. */
  readonly type: string;
  /** The peer's endpoint. */
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  /** The form that is known from its registration or from another agent. */
  readonly known: WireProfile | undefined;
}

/**
 * Whether a peer is a service: it registered as one, or refuses every POST to its endpoint as one to an unknown path, in the
 * same words. A refusal that names the method is one of a peer that reads methods.
 */
export function isService({
  exchanges,
  known,
  url,
}: Omit<ServiceEvidence, "name" | "role" | "type">): boolean {
  if (known?.acknowledges === "status") return true;
  const posts = exchanges.filter(
    (one) => one.by === "us" && one.path === undefined && isAtEndpoint(one, url),
  );
  // The error of a call has no text that is not JSON; the probes have it.
  const texts = new Set(posts.flatMap(({ reply }) => (reply === undefined ? [] : [JSON.stringify(reply)])));
  return (
    posts.length > 0 &&
    texts.size <= 1 &&
    posts.every(({ status, reply }) => notFound.has(status) && !isRpc(reply))
  );
}

/** @returns undefined if there is no path left that could be tried */
export function deriveService(evidence: ServiceEvidence): WireProfile | undefined {
  const { name, role, known, url } = evidence;
  const exchanges = evidence.exchanges.map(withoutEcho);
  const operations = operationsIn(exchanges);
  const style = withSpelling(styleIn(known), exchanges, operations);
  const types = role === "manager" ? [evidence.type] : received[role];
  const described = describedPaths(operations, exchanges, types);
  const events = eventNames(exchanges, style, types);
  const messages: Record<string, MessageRules> = {};
  for (const type of types) {
    const own = exchanges.filter((one) => one.type === type && one.by === "us");
    const path = style?.event === undefined ? pathOf(type, own, described, known, url) : style.path;
    const event = events.get(type);
    if (path === undefined || (style?.event !== undefined && event === undefined)) continue;
    const input = inputAt(path, operations);
    const rules = inResource(path, rulesOf(type, own, input, style), own, style);
    messages[type] = withoutEmpty({
      ...rules,
      path,
      ...(event === undefined ? {} : { values: { "/message_type": [[type, event]] } }),
    });
  }
  const formats = { ...formatsOf(messages), ...(requiresNumbers(exchanges) ? numbers(numbered) : {}) };
  const common = rulesOfStyle(style);
  const document: ProfileDocument = {
    name,
    title: "Derived form",
    description: `A ${role} with paths of its own, derived from ${exchanges.length} exchanges.`,
    extends: "synonyms",
    ...common,
    ...(role === "referee" ? { match_start: "blocking" as const } : {}),
    envelope: { ...common.envelope, ...(Object.keys(formats).length === 0 ? {} : { formats }) },
    messages,
  };
  return lintProfile(document).length > 0 ? undefined : resolveProfile(document, bundledDocument);
}

/** The described path, or the first usual one that was not refused as unknown. */
function pathOf(
  type: string,
  calls: readonly Exchange[],
  described: ReadonlyMap<string, string>,
  known: WireProfile | undefined,
  url: string,
): string | undefined {
  const isUnknown = (path: string) =>
    calls.some(
      ({ address, status }) => notFound.has(status) && address !== undefined && isCallTo(address, path),
    );
  const start = new URL(url).pathname.replace(/\/(?:mcp)?$/, "");
  const registration = known?.messages.LEAGUE_REGISTER_REQUEST ?? known?.messages.REFEREE_REGISTER_REQUEST;
  const own = registration?.path === undefined ? styleIn(known)?.prefix : prefixOf(registration.path);
  const prefixes = own === undefined ? [...new Set([start, "", "/api"])] : [own];
  const learned = known?.messages[type]?.path;
  const all = [described.get(type), learned, ...guessedPaths(type, prefixes, styleOfOthers(type, known))];
  return all.find((path) => path !== undefined && !isUnknown(path));
}

/** What the paths of the earlier messages of a match show: later ones have the id of the match like the choice. */
function styleOfOthers(type: string, known: WireProfile | undefined): Partial<PathStyle> {
  const [invitation, choice] = ["GAME_INVITATION", "CHOOSE_PARITY_CALL"].map((one) => {
    const path = one === type ? undefined : known?.messages[one]?.path;
    return path === undefined ? undefined : pathStyle(path);
  });
  if (type === "GAME_OVER" && choice !== undefined)
    return { joint: choice.joint ?? invitation?.joint, isOfMatch: choice.isOfMatch };
  return type === "GAME_INVITATION" ? {} : { joint: invitation?.joint };
}

function inputAt(path: string, operations: readonly Operation[]): Operation["input"] {
  const plain = (text: string) => text.replaceAll(/\{[^}]+\}/g, "{}");
  return operations.find((one) => one.place === "path" && plain(one.name) === plain(path))?.input;
}

function rulesOf(
  type: string,
  own: readonly Exchange[],
  input: Operation["input"],
  style: ServiceStyle | undefined,
): MessageRules {
  const hints = own.filter(({ status }) => !notFound.has(status)).map(({ reply }) => hintsOf(reply));
  const inside = (pointer: string) =>
    style?.data !== undefined && pointer.startsWith(`/${style.data}/`)
      ? pointer.slice(style.data.length + 1)
      : pointer;
  const plain = style?.isCamel === true ? plainMember : (pointer: string) => pointer;
  const missed = hints
    .flatMap(({ members }) => members)
    .map((one) => ({ ...one, pointer: plain(inside(one.pointer)) }));
  const described = (input?.members ?? []).map((one) => ({ ...one, pointer: plain(one.pointer) }));
  const members = mergedMembers([...described, ...missed]).filter(
    ({ pointer }) => pointer !== `/${style?.data}` && pointer !== `/${style?.event}`,
  );
  const isSide = (pointer: string) => type === "RUN_MATCH" && ofPlayer.test(pointer);
  const areObjects =
    hints.some(({ isAboutObject }) => isAboutObject) || members.some(({ pointer }) => isSide(pointer));
  const usual = usualMembers(type, areObjects);
  const unknown = members.filter(({ pointer }) => usual[pointer] === undefined && !isSide(pointer));
  const isClosed = input?.isClosed === true || hints.some(({ unwanted }) => unwanted.length > 0);
  // A refusal names a member of a player's object alone: the order has no such member.
  const ofOrder = members.filter(({ pointer }) => !isSide(pointer) || pointer.lastIndexOf("/") > 0);
  const named = [...new Set(ofOrder.map(({ pointer }) => pointer.split("/")[1] ?? ""))];
  const rules = mergeRules({ add: usual }, memberRules(type, { members: unknown, isClosed: false }));
  const formats = addressFormats[type] ? { formats: { ...rules.formats, ...addressFormats[type] } } : {};
  return { ...rules, ...formats, ...(isClosed || input !== undefined ? { only: named } : {}) };
}

/** The rules of a message whose content has to be in an object with the name of the resource: `{"match": {…}}` at `/matches`. */
function inResource(
  path: string,
  rules: MessageRules,
  own: readonly Exchange[],
  style: ServiceStyle | undefined,
): MessageRules {
  const name = serviceName(path).name.split("_").at(-1) ?? "";
  const isMissed = own.some(
    ({ status, reply }) =>
      !notFound.has(status) && hintsOf(reply).members.some(({ pointer }) => pointer === `/${name}`),
  );
  if (!isMissed || style?.event !== undefined) return rules;
  const { add = {}, only: _, ...others } = rules;
  const inner = Object.entries({ ...add, "/id": "$match_id" }).filter(([pointer]) => pointer !== `/${name}`);
  return {
    ...others,
    nest: name,
    add: Object.fromEntries(inner.map(([pointer, value]) => [`/${name}${pointer}`, value])),
  };
}

/** A pointer in the names of the contract; a player as an object has a name in lower case. */
function plainMember(pointer: string): string {
  return plainPointer(pointer).replace(/^\/player_[AB](?=\/|$)/, (side) => side.toLowerCase());
}

/** The style of a peer that misses, or describes, a member in camelCase: all its members are spelled so. */
function withSpelling(
  style: ServiceStyle | undefined,
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
): ServiceStyle | undefined {
  const missed = exchanges
    .filter(isRefusal)
    .flatMap(({ reply }) => hintsOf(reply).members.map(({ pointer }) => pointer));
  const described = operations.flatMap(({ input }) => input?.members.map(({ pointer }) => pointer) ?? []);
  const texts = exchanges.filter(isRefusal).map(({ reply }) => JSON.stringify(reply ?? ""));
  const isCamel =
    [...missed, ...described].some((pointer) => /[a-z][A-Z]/.test(pointer)) ||
    texts.some((text) => /\b(?:match|game|player|opponent|round)[A-Z][a-z]/.test(text));
  const own = style ?? (isCamel ? plainStyle : undefined);
  return own && { ...own, isCamel: own.isCamel || isCamel };
}

/** A member of a player's object, in an order: below it, or named alone by a refusal. */
const ofPlayer =
  /^\/(?:(?:players?|player_?(?:a|b|1|2|one|two))\/.|(?:id|player_?id|name|endpoint|url|callback_?url|address)$)/i;

/** Whether a refusal requires an id as a number. */
function requiresNumbers(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    (one) =>
      isRefusal(one) &&
      /(?:match|game|player|id)\b[^.]{0,60}(?:integer|number\b|\bint\b)/i.test(
        JSON.stringify(one.reply ?? ""),
      ),
  );
}

function numbers(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [`/${name}`, "number"]));
}

function isAtEndpoint({ address }: Exchange, url: string): boolean {
  return address === undefined || address === url;
}

function isRpc(reply: unknown): boolean {
  return isObject(reply) && reply.jsonrpc !== undefined;
}
