/** Rules of the league's own envelope (contract 2), for a message in canonical form, in a request or in an answer. */
import { isNameOf, protocol } from "../contract.js";
import { type JsonObject, show } from "../json.js";
import { CLOCK_SKEW_MS, utcTime } from "../time/iso-time.js";
import type { Role } from "../types.js";
import type { Violation, ViolationKind } from "./violation-log.js";

/** What the suite knows about the sender. */
export interface Identity {
  role: Role;
  /** Undefined before the registration. */
  id?: string;
  token?: string;
}

export interface EnvelopeContext {
  expectedSender: Identity;
  /** The expected canonical message_type, where it is known. */
  type: string | undefined;
  /** For an answer: the conversation_id of the request, or undefined where it had none. */
  conversation?: unknown;
  /** Milliseconds on the environment's clock. */
  now_ms: number;
  /** Where the message is in the body. */
  at: string;
}

const TYPED_SENDER = /^(league_manager|referee:[^\s:]+|player:[^\s:]+)$/;
const RFC_3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/;

export function inspectEnvelope(message: JsonObject, context: EnvelopeContext): Violation[] {
  const { at, type, expectedSender } = context;
  const found: Violation[] = [];
  const lacks = (...members: string[]) => members.every((member) => message[member] === undefined);
  // A form may add members that are the same in every message of its peer.
  const isWithout = lacks("sender") && (lacks("message_type") || lacks("protocol", "timestamp"));
  const say = (kind: ViolationKind, member: string, text: string) =>
    found.push({ kind, pointer: `${at}/${member}`, text, ...(isWithout ? { isWithoutEnvelope: true } : {}) });
  const { sender, timestamp, conversation_id } = message;
  const brief = isBrief(message, type);
  const judged = (value: unknown) => !brief || value !== undefined;

  if (!brief && message.protocol !== protocol.version)
    say("protocol", "protocol", `protocol is ${show(message.protocol)}`);
  if (!brief && !isTypeOf(message.message_type, type)) {
    say(
      "protocol",
      "message_type",
      `message_type is ${show(message.message_type)}${type === undefined ? "" : `; expected "${type}"`}`,
    );
  }
  const senders = sendersOf(expectedSender);
  if (judged(sender) && senders.length > 0 && !senders.includes(sender))
    say("sender-id", "sender", `sender is ${show(sender)}; expected ${senders.join(" or ")}`);
  const typed = typeof sender === "string" && TYPED_SENDER.test(sender);
  if (judged(sender) && !typed && !isFlat(message, type))
    say("sender-typed", "sender", `sender is ${show(sender)}`);
  if (judged(timestamp) && !isPresent(timestamp, context.now_ms))
    say("timestamp", "timestamp", `timestamp is ${show(timestamp)}`);
  const times = Object.entries(message).filter(([name]) => name.endsWith("timestamp"));
  for (const [name, time] of timestamp === undefined && !brief
    ? [["timestamp", timestamp], ...times]
    : times) {
    if (typeof time !== "string" || !RFC_3339_UTC.test(time))
      say("timestamp-rfc3339", String(name), `${String(name)} is ${show(time)}`);
  }
  // Without a conversation in the request there is none to copy.
  const isAskedWithout = Object.hasOwn(context, "conversation") && !isConversation(context.conversation);
  // A message without a conversation does not name another one.
  // The only rule for a plain acknowledgement is that a conversation in it is a copy.
  if (!brief && !isAskedWithout && !isConversation(conversation_id))
    say("conversation-id", "conversation_id", `conversation_id is ${show(conversation_id)}`);
  else if (isConversation(context.conversation) && conversation_id !== context.conversation) {
    say(
      "conversation-copied",
      "conversation_id",
      `conversation_id is ${show(conversation_id)}; the request's was ${show(context.conversation)}`,
    );
  }
  if (showsToken(message, context) && message.auth_token !== expectedSender.token) {
    say(
      "auth-token",
      "auth_token",
      message.auth_token === undefined ? "auth_token is missing" : "auth_token is not the one that was given",
    );
  }
  return found;
}

/**
 * Plain acknowledgements (TRN-ENV-01), and the flat registration: RC, PC and RA leave most of the envelope out of
 * them. The members that are present must be correct.
 */
function isBrief(message: JsonObject, type: string | undefined): boolean {
  return isFlat(message, type) || (type?.endsWith("_ACK") === true && type !== "GAME_JOIN_ACK");
}

/** RC and PC register with a bare name: an agent may try that when the form of its league manager is unknown. */
function isFlat({ player_meta, player_id }: JsonObject, type: string | undefined): boolean {
  return type === "LEAGUE_REGISTER_REQUEST" && player_meta === undefined && player_id !== undefined;
}

/** Whether its token is judged: a player also sends it in acknowledgements (PLY-REG-08), other roles may omit it there. */
function showsToken(
  message: JsonObject,
  { type, expectedSender: { role, token } }: EnvelopeContext,
): boolean {
  if (token === undefined) return false;
  const isAcknowledgement = isBrief(message, type) && !isFlat(message, type);
  return (
    !isBrief(message, type) || message.auth_token !== undefined || (isAcknowledgement && role === "player")
  );
}

/** An error may be in the place of any other message. */
function isTypeOf(messageType: unknown, type: string | undefined): boolean {
  if (typeof messageType !== "string") return false;
  return (
    type === undefined ||
    messageType === type ||
    messageType === "LEAGUE_ERROR" ||
    messageType === "GAME_ERROR"
  );
}

/**
 * The message with its type in the contract's letter case. The rules above report another case, so that checks do not
 * report it again.
 */
export function withTypeInCase(message: JsonObject, type: string | undefined): JsonObject {
  const isKnown = type !== undefined && isNameOf(type, message.message_type);
  return isKnown && !isBrief(message, type) ? { ...message, message_type: type } : message;
}

/** The rules that this context can decide for this message. */
export function envelopeRules(message: JsonObject, context: EnvelopeContext): ViolationKind[] {
  const { expectedSender, conversation, type } = context;
  const brief = isBrief(message, type);
  const judged = (member: string) => !brief || message[member] !== undefined;
  return [
    ...(brief ? [] : (["protocol"] as const)),
    ...(judged("sender") ? (["sender-typed"] as const) : []),
    ...(judged("timestamp") ? (["timestamp"] as const) : []),
    "timestamp-rfc3339",
    ...(brief ? [] : (["conversation-id"] as const)),
    ...(judged("sender") && sendersOf(expectedSender).length > 0 ? (["sender-id"] as const) : []),
    ...(conversation === undefined ? [] : (["conversation-copied"] as const)),
    ...(showsToken(message, context) ? (["auth-token"] as const) : []),
  ];
}

export function isConversation(id: unknown): boolean {
  return typeof id === "string" && id !== "";
}

function sendersOf({ role, id }: Identity): unknown[] {
  if (role === "manager") return ["league_manager"];
  return id === undefined ? [] : [id, `${role}:${id}`];
}

function isPresent(timestamp: unknown, now_ms: number): boolean {
  const stamped = utcTime(timestamp);
  return stamped !== undefined && Math.abs(stamped - now_ms) <= CLOCK_SKEW_MS;
}
