/** Where a peer reads the message in a request, derived from its messages and answers. */
import { messageTypes } from "../message/contract.js";
import { findMessage, replyMessage, wrapName } from "../message/find-message.js";
import { memoizeBody } from "../message/limits.js";
import { isObject } from "../message/members.js";
import { ENVELOPE_MEMBERS, type JsonObject, type RequestShape } from "../message/types.js";
import { hintsOf } from "./error-hints.js";
import { standsFor } from "./method-names.js";
import { generalMethods, probeMethod, probeType } from "./questions.js";
import { plainName } from "./schema-members.js";
import type { Exchange, Operation } from "./types.js";

/** The weight of each kind of evidence. */
const weight = {
  understood: 10,
  described: 12,
  listed: 6,
  repeatsType: 3,
  missesMessage: 3,
  /** More than all refused probes that repeat their method. */
  missesMember: 9,
  repeatsMethod: 2,
  ownCalls: 2,
  unread: -3,
  refused: -4,
  unknownName: 0,
};

export interface Place {
  readonly request: RequestShape;
  /** One name for every message. */
  readonly always?: string;
  /** Whether there was any evidence. */
  readonly isKnown: boolean;
}

/** @param types the messages of a match that this peer is sent */
export function requestPlace(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
  types: readonly string[],
): Place {
  const votes: Record<RequestShape, number> = { params: 0, message: 0, tools_call: 0, bare: 0 };
  for (const { place } of dedupe(operations)) {
    if (place === "method") votes.params += weight.described;
    if (place === "tool") votes.tools_call += weight.listed;
    if (place === "body") votes.bare += weight.listed;
  }
  for (const exchange of exchanges) vote(exchange, exchanges, votes);
  const [[request, most] = ["params", 0] as const] = entriesOf(votes).toSorted(([, a], [, b]) => b - a);
  const always = generalMethodAt(exchanges, request);
  // Other tools may be listed next to the only method of the league.
  const isForMatch = ({ name, place }: Operation) =>
    place === "tool" && types.some((type) => standsFor(name, type));
  if (request === "tools_call" && always === undefined && !operations.some(isForMatch)) {
    for (const shape of ["message", "params"] as const) {
      const served = generalMethodAt(exchanges, shape);
      if (served !== undefined) return { request: shape, always: served, isKnown: true };
    }
  }
  return { request, isKnown: most > 0, ...(always === undefined ? {} : { always }) };
}

function vote(exchange: Exchange, all: readonly Exchange[], votes: Record<RequestShape, number>): void {
  const { by, request, reply } = exchange;
  const found = findMessage(request);
  if (found === undefined) return;
  if (by === "peer") {
    votes[found.shape] += weight.ownCalls;
    return;
  }
  if (!isProbe(exchange)) {
    // A request without a message, such as tools/list, does not show the place of messages.
    if (found.message.message_type === undefined) return;
    if (isLeagueMessage(found.message)) votes[found.shape] += weightOf(exchange, all);
    return;
  }
  const text = typeof reply === "string" ? reply : JSON.stringify(reply ?? "");
  const isRpc = isObject(reply) && hasRpc(reply);
  // A peer that misses the envelope of a call, and gives no JSON-RPC response, reads it in the body itself.
  if (!isRpc && (missesEnvelope(exchange) || missesSentType(exchange))) votes.bare += weight.missesMessage;
  if (text.includes(probeType)) votes[found.shape] += weight.repeatsType;
  else if (found.shape !== "bare" && text.includes(probeMethod))
    votes[methodPlace(found.shape)] += weight.repeatsMethod;
  if (found.shape === "params" && missesMessage(exchange)) votes.message += weight.missesMember;
  // A peer that lists tools has them, for any answer to an unknown tool.
  const isUnlisted = found.shape === "tools_call" && votes.tools_call <= 0;
  if (isUnlisted && isSameAnswer(exchange, plainProbe(all))) votes.tools_call += weight.unread;
}

function hasRpc(reply: JsonObject): boolean {
  return reply.jsonrpc !== undefined;
}

function isLeagueMessage({ message_type }: JsonObject): boolean {
  return (
    typeof message_type === "string" && messageTypes.has(message_type.toUpperCase().replaceAll("-", "_"))
  );
}

/** The weight of the answer to a league message for the place of the message. */
function weightOf(exchange: Exchange, all: readonly Exchange[]): number {
  if (isRefused(exchange)) return weightOfRefusal(exchange, all);
  // An answer that an unknown name gets as well is no evidence; where the peer has read a message, it is about the name.
  if (isSameAnswer(exchange, plainProbe(all)))
    return isReadAt(findMessage(exchange.request)?.shape, all) ? weight.unknownName : weight.refused;
  return replyMessage(exchange.reply) === undefined ? weight.refused : weight.understood;
}

/** Whether the peer has refused a message at this place for its content. */
function isReadAt(shape: RequestShape | undefined, all: readonly Exchange[]): boolean {
  return all.some(
    (one) =>
      one.by === "us" &&
      isRefused(one) &&
      !isProbe(one) &&
      findMessage(one.request)?.shape === shape &&
      weightOfRefusal(one, all) === weight.described,
  );
}

function weightOfRefusal(exchange: Exchange, all: readonly Exchange[]): number {
  // A refusal that names a member of the message, or its time, has read the message.
  const isHolder = (pointer: string) => pointer === "/message" || pointer === "/params/message";
  const { members, isAboutTime } = hintsOf(exchange.reply);
  // A bare message without the members of a call is refused by a peer that expects calls.
  const found = findMessage(exchange.request);
  if (found?.shape === "bare" && members.some(({ pointer }) => ofCall.includes(pointer)))
    return weight.refused;
  const inside = members.filter(({ pointer }) => !isHolder(pointer));
  // A missing envelope object may be expected at the top of the body: no evidence for a place below.
  if (inside.length > 0 && missesEnvelope(exchange))
    return found?.split === undefined ? weight.unknownName : weight.refused;
  if (isAboutTime || inside.length > 0) return weight.described;
  // A refusal that an unknown message gets as well is not about the place.
  const isRefusedAlike = isSameAnswer(exchange, plainProbe(all));
  return isUnknownName(exchange) || isRefusedAlike ? weight.unknownName : weight.refused;
}

/** The vote of a refused name: the peer reads method names, in either place of the message. */
function methodPlace(shape: RequestShape): RequestShape {
  return shape === "message" ? "params" : shape;
}

/** Whether an answer to a message in params reports the type as missing, which it has there. */
function missesSentType({ request, reply }: Exchange): boolean {
  const found = findMessage(request);
  if (found?.shape !== "params" || found.message.message_type === undefined) return false;
  return hintsOf(reply).members.some(({ pointer }) => pointer === "/message_type");
}

const messageAsMember =
  /\b(?:missing|requires?|required)\b[^"]{0,40}\b(?:field|member|parameter|param|argument|key|property):? [\\'"`]*message\b(?![_ -]?type)/i;

function missesMessage({ reply }: Exchange): boolean {
  const { members } = hintsOf(reply);
  const isNamed = members.some(({ pointer }) => pointer === "/message" || pointer === "/params/message");
  // In a text, the word stands for itself nearly always.
  return isNamed || messageAsMember.test(JSON.stringify(reply ?? ""));
}

/** The general name whose answer differs from that to an unknown name. */
function generalMethodAt(all: readonly Exchange[], shape: RequestShape): string | undefined {
  const isMissing = (name: string) =>
    all.some((one) => isObject(one.request) && one.request.method === name && missesMessage(one));
  const expecting = shape === "message" ? generalMethods.find(isMissing) : undefined;
  if (expecting !== undefined) return expecting;
  const at = (name: string) =>
    all.find(
      (one) =>
        isObject(one.request) &&
        one.request.method === name &&
        findMessage(one.request)?.shape === shape &&
        isProbe(one),
    );
  // A peer that knows no such method has not read its params.
  const plainly = plainProbe(all);
  const unknown = at(probeMethod) ?? (plainly && isUnknownName(plainly) ? plainly : undefined);
  if (unknown?.reply === undefined) return undefined;
  return generalMethods.find((name) => {
    const general = at(name);
    return general?.reply !== undefined && !isSameAnswer(general, unknown);
  });
}

/** The probe with an unknown method and the message as params. */
export function plainProbe(all: readonly Exchange[]): Exchange | undefined {
  return all.find(
    ({ request }) =>
      isObject(request) && request.method === probeMethod && findMessage(request)?.shape === "params",
  );
}

/** Whether two requests got the same answer, apart from repeated parts of the request. */
export function isSameAnswer(one: Exchange, other: Exchange | undefined): boolean {
  return other !== undefined && one.status === other.status && plain(one.reply) === plain(other.reply);
}

/** The names that an answer may repeat from its request. */
const ownNames = new RegExp([...generalMethods, probeMethod, "tools/call"].join("|"), "g");

const plain = memoizeBody((reply) => {
  const text =
    typeof reply === "string"
      ? reply
      : JSON.stringify(isObject(reply) ? { ...reply, id: undefined } : (reply ?? ""));
  return text.replaceAll(ownNames, "method").replaceAll(/conv-probe-\w+/g, "");
});

/** Whether a request is a probe that every peer gets. */
export const isProbe = ({ request }: Exchange): boolean => hasProbe(request);

const hasProbe = memoizeBody((request) => JSON.stringify(request ?? null).includes(probeType));

const methodNotFound = -32_601;

/** Whether an answer reports an unknown method. */
export function isUnknownName({ reply, status }: Exchange): boolean {
  const error = isObject(reply) && isObject(reply.error) ? reply.error : {};
  if (error.code === methodNotFound || status === 404 || status === 405) return true;
  return saysUnknown(reply);
}

const saysUnknown = memoizeBody((reply) => {
  const text = typeof reply === "string" ? reply : JSON.stringify(reply ?? "");
  return /unknown|not found|unsupported|no such/i.test(text);
});

/** Whether an answer is an error about a member of the message, and not about an unknown method. */
export function isReadAndRefused(one: Exchange): boolean {
  return isRefused(one) && !isUnknownName(one) && hintsOf(one.reply).members.length > 0;
}

/** Whether an answer is an error of any kind. */
export function isRefused({ reply, status }: Exchange): boolean {
  if (status !== undefined && status >= 400) return true;
  if (!isObject(reply)) return reply !== undefined;
  if (reply.error !== undefined && reply.error !== null) return true;
  const result = isObject(reply.result) ? reply.result : reply;
  const isFailure = result.success === false || (typeof result.error === "string" && result.error !== "");
  return result.isError === true || result.status === "error" || isFailure;
}

function entriesOf(votes: Record<RequestShape, number>): [RequestShape, number][] {
  return [
    ["params", votes.params],
    ["message", votes.message],
    ["tools_call", votes.tools_call],
    ["bare", votes.bare],
  ];
}

/** One operation for each place. */
function dedupe(operations: readonly Operation[]): Operation[] {
  return operations.filter(
    ({ place }, index) => operations.findIndex((one) => one.place === place) === index,
  );
}

/** The members of a call, which a peer that expects calls misses in a bare message. */
export const ofCall: readonly string[] = ["/jsonrpc", "/method", "/params"];

/** The members of a call, and within its params, that hold the envelope of a message in two objects. */
export const envelopeObjects: readonly string[] = ["/envelope", "/params/envelope"];

/** Whether a refusal names only the object of an envelope as missing. */
function missesEnvelope({ reply }: Exchange): boolean {
  const { members } = hintsOf(reply);
  return members.length > 0 && members.every(({ pointer }) => envelopeObjects.includes(pointer));
}

/** The member that contains the whole message, according to a schema, a call of the peer or a refusal. */
export function wrapOf(
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
  { request }: Place,
): string | undefined {
  const place = request === "tools_call" ? "tool" : "method";
  const described = operations.find((one) => one.place === place && one.input?.wrap !== undefined)?.input
    ?.wrap;
  return described ?? sentWrap(exchanges, request) ?? refusedWrap(exchanges);
}

function sentWrap(exchanges: readonly Exchange[], shape: Place["request"]): string | undefined {
  for (const { by, request } of exchanges) {
    if (by !== "peer" || !isObject(request) || !isObject(request.params)) continue;
    const holder = shape === "tools_call" ? request.params.arguments : request.params;
    const [[name = "", inner] = [], second] = isObject(holder) ? Object.entries(holder) : [];
    if (second === undefined && isObject(inner) && plainName.test(name) && isHolder(name, inner)) return name;
  }
  return undefined;
}

/** Whether a single object contains a whole message, by its name or its envelope; else it describes a registering agent. */
function isHolder(name: string, inner: JsonObject): boolean {
  return wrapName.test(name) || [...ENVELOPE_MEMBERS].some((member) => Object.hasOwn(inner, member));
}

function refusedWrap(exchanges: readonly Exchange[]): string | undefined {
  const refused = exchanges.filter((one) => one.by === "us" && isRefused(one) && !isProbe(one));
  const names = refused.flatMap(({ reply }) => hintsOf(reply).members.map(({ pointer }) => pointer.slice(1)));
  return names.find((name) => wrapName.test(name) && name !== "message" && name !== "invitation");
}
