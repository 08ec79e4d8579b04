/** Rules of the league's own envelope (contract 2), for a message in canonical form, in a request or in an answer. */
import { isNameOf, protocol } from "../contract.js";
import { type JsonObject, show } from "../json.js";
import { CLOCK_SKEW_MS, utcTime } from "../time/iso-time.js";
import type { Role } from "../types.js";
import type { Inspection, Violation, ViolationKind } from "./violation-log.js";

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

export function inspectEnvelope(message: JsonObject, context: EnvelopeContext): Inspection {
  const { at, type, expectedSender, conversation } = context;
  const rules: ViolationKind[] = [];
  const violations: Violation[] = [];
  const lacks = (...members: string[]) => members.every((member) => message[member] === undefined);
  // A form may add members that are the same in every message of its peer.
  const isWithout = lacks("sender") && (lacks("message_type") || lacks("protocol", "timestamp"));
  /** Where the rule is broken: the member, and what follows its value in the text. */
  const judge = (
    kind: ViolationKind,
    ...wrong: readonly (false | readonly [member: string, more?: string])[]
  ) => {
    rules.push(kind);
    for (const one of wrong) {
      if (one === false) continue;
      const [member, more = ""] = one;
      const isToken = member === "auth_token" && message.auth_token !== undefined;
      const text = `${member} is ${isToken ? "not the one that was given" : show(message[member])}${more}`;
      const formal = isWithout ? { isWithoutEnvelope: true as const } : {};
      violations.push({ kind, pointer: `${at}/${member}`, text, ...formal });
    }
  };
  const { sender, timestamp, conversation_id } = message;
  const brief = isBrief(message, type);

  if (!brief) {
    const due = type === undefined ? "" : `; expected "${type}"`;
    const isOther = message.protocol !== protocol.version;
    judge(
      "protocol",
      isOther && ["protocol"],
      !isTypeOf(message.message_type, type) && ["message_type", due],
    );
  }
  if (!brief || sender !== undefined) {
    const senders = sendersOf(expectedSender);
    const due = `; expected ${senders.join(" or ")}`;
    if (senders.length > 0) judge("sender-id", !senders.includes(sender) && ["sender", due]);
    const isTyped = typeof sender === "string" && TYPED_SENDER.test(sender);
    judge("sender-typed", !isTyped && !isFlat(message, type) && ["sender"]);
  }
  if (!brief || timestamp !== undefined)
    judge("timestamp", !isPresent(timestamp, context.now_ms) && ["timestamp"]);
  const times = Object.keys(message).filter((name) => name.endsWith("timestamp"));
  if (timestamp === undefined && !brief) times.unshift("timestamp");
  const isRfc3339 = (time: unknown) => typeof time === "string" && RFC_3339_UTC.test(time);
  judge("timestamp-rfc3339", ...times.map((name) => !isRfc3339(message[name]) && ([name] as const)));
  // Without a conversation in the request there is none to copy.
  const isAskedWithout = Object.hasOwn(context, "conversation") && !isConversation(conversation);
  // A message without a conversation does not name another one.
  // The only rule for a plain acknowledgement is that a conversation in it is a copy.
  const hasNone = !brief && !isAskedWithout && !isConversation(conversation_id);
  if (!brief) judge("conversation-id", hasNone && ["conversation_id"]);
  const isOther = !hasNone && isConversation(conversation) && conversation_id !== conversation;
  if (conversation !== undefined)
    judge("conversation-copied", isOther && ["conversation_id", `; the request's was ${show(conversation)}`]);
  if (showsToken(message, context))
    judge("auth-token", message.auth_token !== expectedSender.token && ["auth_token"]);
  return { rules, violations };
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
