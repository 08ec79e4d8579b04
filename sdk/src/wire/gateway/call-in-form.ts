/** Writes a canonical request in a peer's form, and reads the reply in its answer. */

import type { IncomingReply } from "../../platform/transport.js";
import { type IdPair, withIdsExchanged } from "../content/ids.js";
import { withReportNames } from "../content/member-copies.js";
import { readAcceptance } from "../content/registrations.js";
import type { Form } from "../form/forms.js";
import { answerKind, startedMatches, tolerantReply, withObjectResult } from "../form/tolerant-reply.js";
import { messageTypes, rowOf } from "../message/contract.js";
import { answerObject, isToolResult } from "../message/find-message.js";
import { asText } from "../message/members.js";
import { withContractNames } from "../message/spelling.js";
import type { JsonObject, Variables } from "../message/types.js";
import { registrant } from "./messages.js";
import { type Peer, usualPath } from "./peer.js";

/** A canonical request of our own agent, or of one that speaks through this gateway. */
export interface Call {
  readonly type: string;
  readonly message: JsonObject;
  /** Undefined for a notification. */
  readonly id: number | undefined;
  /** What is known about the match and the recipient. */
  readonly about: Variables;
  /** RFC 3339. */
  readonly now: string;
  /** Whether its recipient begins a match: it is sent once, and a form is searched for it. */
  readonly isOrder?: true;
  /** As our own agent has written it, and the answer if it was sent already. */
  readonly sent?: {
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly first?: IncomingReply | undefined;
  };
}

/** The body of a call in a form. */
export function bodyOf(form: Form, call: Call, peer: Peer): unknown {
  const { type, id } = call;
  const { message: own, about } = withPeerIds(call, idsOf(peer, call));
  const named = form.isTolerant ? withReportNames(type, own) : own;
  return form.request(type, named, id, about);
}

/** The address of a call in a form. */
export function urlOf(form: Form, { type, message, about }: Call, peer: Peer): string {
  const path = form.pathOf(type, message, about);
  return path === usualPath ? peer.address : new URL(path, peer.address).href;
}

/** The text that distinguishes a call from those in other forms. */
export function textOf(form: Form, call: Call, peer: Peer): string {
  return `${urlOf(form, call, peer)} ${JSON.stringify(bodyOf(form, call, peer))}`;
}

/**
 * The canonical reply in the body of an answer; undefined if there is none.
 * @param how.okIsAnswer whether this peer answers `ok` to supported requests only
 * @param how.hasOwnIds whether a peer may name itself otherwise than its league does
 */
export function replyIn(
  form: Form,
  call: Call,
  peer: Peer,
  received: unknown,
  { okIsAnswer, hasOwnIds }: { readonly okIsAnswer: boolean; readonly hasOwnIds: boolean },
): JsonObject | undefined {
  const { type } = call;
  const isFirst = form.isTolerant && registrant(type) !== undefined;
  const plain = form.profile.spelling === undefined && !isFirst ? received : withContractNames(received);
  const body = form.isTolerant ? withObjectResult(type, plain) : plain;
  const accepted = acceptance(type, body);
  if (accepted !== undefined && form.isTolerant) return { ...envelopeOf(call), ...accepted };
  const known = idsOf(peer, call);
  const reply = read(form, call, body, known, okIsAnswer);
  const { recipient } = call.about;
  // A reply without the id has that of its recipient, too.
  if (reply?.player_id === recipient && saysId(body, recipient)) peer.usesGivenId = true;
  const ownId = hasOwnIds && known === undefined && !peer.usesGivenId ? ownIdIn(call, reply) : undefined;
  if (ownId === undefined) return reply;
  peer.ownId = ownId;
  return read(form, call, body, idsOf(peer, call), okIsAnswer);
}

function saysId(body: unknown, id: unknown): boolean {
  return answerObject(body)?.player_id === id;
}

/** The envelope of an answer to a call. */
function envelopeOf({ type, message, now }: Call): JsonObject {
  const { reply, ack } = rowOf(type) ?? { reply: null, ack: null };
  return {
    protocol: "league.v2",
    message_type: reply ?? ack,
    sender: "league_manager",
    timestamp: now,
    conversation_id: message.conversation_id,
  };
}

/** The registration response in a league manager's answer of any shape: accepted with an id, or refused. */
function acceptance(type: string, body: unknown): JsonObject | undefined {
  const role = registrant(type);
  const found = role === undefined ? undefined : readAcceptance(body, role);
  if (role === undefined || found === undefined) return undefined;
  const { id, ...rest } = found;
  return { ...rest, [`${role}_id`]: id };
}

function idsOf(peer: Peer, { about }: Call): IdPair | undefined {
  const assigned = peer.id ?? about.recipient;
  return peer.ownId === undefined || typeof assigned !== "string" ? undefined : { assigned, own: peer.ownId };
}

function withPeerIds(
  { message, about }: Call,
  ids: IdPair | undefined,
): { message: JsonObject; about: JsonObject } {
  if (ids === undefined) return { message: { ...message }, about: { ...about } };
  return { message: withIdsExchanged({ ...message }, ids), about: withIdsExchanged({ ...about }, ids) };
}

function read(
  form: Form,
  call: Call,
  body: unknown,
  ids: IdPair | undefined,
  okIsAnswer: boolean,
): JsonObject | undefined {
  const { type, now } = call;
  const { message, about } = withPeerIds(call, ids);
  const variables = { now, conversation: "unknown", ...message, ...about };
  const answerer = answererOf(type, about.recipient);
  const isSpelled = form.profile.spelling !== undefined;
  const asked = { type, message, answerer, now, variables, okIsAnswer, isSpelled };
  if (!okIsAnswer && namesNoMatch(form, call, body)) return undefined;
  const reply = form.isTolerant
    ? tolerantReply(form, body, asked)
    : form.admits(body)
      ? form.decodeReply(body, type, variables)
      : undefined;
  return reply === undefined || ids === undefined ? reply : withIdsExchanged(reply, ids);
}

/**
 * Whether the acknowledgement of an order does not name its match: some referees acknowledge every request so. Such an
 * acknowledgement counts only from a peer that acknowledges supported requests only.
 */
function namesNoMatch(form: Form, { type, message }: Call, body: unknown): boolean {
  if (type !== "RUN_MATCH" || !form.isTolerant) return false;
  const answer = answerObject(body);
  if (answer === undefined || startedMatches(answer) > 0) return false;
  return !Object.values(answer).includes(message.match_id);
}

/** The player id in an answer, if it differs from the addressed player's. */
function ownIdIn({ type, about }: Call, reply: JsonObject | undefined): string | number | undefined {
  const roles: readonly string[] = rowOf(type)?.to ?? [];
  const { player_id } = reply ?? {};
  const isId = Number.isSafeInteger(player_id) || (typeof player_id === "string" && player_id !== "");
  if (!roles.includes("player") || about.recipient === undefined || !isId) return undefined;
  return player_id === about.recipient ? undefined : (player_id as string | number);
}

/** The sender of a whole answer. */
function answererOf(type: string, recipient: unknown): string {
  const roles: readonly string[] = rowOf(type)?.to ?? [];
  const id = typeof recipient === "number" ? asText(recipient) : recipient;
  if (typeof id !== "string" || roles.includes("league_manager")) return "league_manager";
  const isReferee = roles.length === 1 ? roles[0] === "referee" : id.startsWith("REF");
  return `${isReferee ? "referee" : "player"}:${id}`;
}

/** Whether an answer is only an acknowledgement, so that the peer may send its answer as a request. */
export function onlyAcknowledges(body: unknown): boolean {
  if (body === "" || body === null) return true;
  const answer = answerObject(body);
  if (answer === undefined || isToolResult(answer)) return false;
  // Another message of the contract is no acknowledgement, but a fault.
  if (typeof answer.message_type === "string" && messageTypes.has(answer.message_type)) return false;
  const kind = answerKind(answer);
  return (
    kind === "acknowledged" || kind === "ok" || (kind === "none" && Object.keys(answer).length <= fewMembers)
  );
}

/** The most members of an answer that says nothing but that it was received. */
const fewMembers = 2;
