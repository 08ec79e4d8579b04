/** Splits and joins messages with separate objects for envelope and content: `{envelope: {…}, payload: {…}}`. */
import { isObject } from "./members.js";
import { ENVELOPE_MEMBERS, type JsonObject, type SplitRule } from "./types.js";

const envelopeName = /^(envelope|header|headers|meta|metadata)$/i;
const payloadName = /^(payload|body|content|data|message)$/i;
/** The member with the address for answers that are sent as requests. */
export const replyAddress = "reply_to";
/** The members that identify the match of a message: agents read them from either object. */
const context = ["league_id", "round_id", "match_id", "game_type"];

export interface Unsplit {
  readonly message: JsonObject;
  readonly split: SplitRule;
}

/** @returns undefined for members that are no such pair */
export function unsplit(members: JsonObject): Unsplit | undefined {
  const names = Object.keys(members);
  const envelope = names.find((name) => envelopeName.test(name) && isEnvelope(members[name]));
  if (envelope === undefined || names.length !== 2) return undefined;
  const payload = names.find((name) => name !== envelope) ?? "payload";
  if (!payloadName.test(payload)) return undefined;
  const split = { envelope, payload };
  return { message: joinedBy(split, members), split };
}

/** The members of both objects as one object. */
export function joinedBy(rule: SplitRule, members: JsonObject): JsonObject {
  const [envelope, payload] = [members[rule.envelope], members[rule.payload]];
  if (!isObject(envelope)) return members;
  // An answer to a registration has its token in the payload, and may have none in its envelope.
  const own = Object.entries(envelope).filter(
    ([name, value]) => ENVELOPE_MEMBERS.has(name) && value !== null,
  );
  return { ...envelope, ...(isObject(payload) ? payload : {}), ...Object.fromEntries(own) };
}

export function splitBy(rule: SplitRule | undefined, wire: JsonObject): JsonObject {
  if (rule === undefined) return wire;
  const isOfEnvelope = (name: string) => ENVELOPE_MEMBERS.has(name) || name === replyAddress;
  const isOuter = (name: string) => isOfEnvelope(name) || context.includes(name);
  // The token that a league issues is content; a sender's token belongs to the envelope.
  const isGiven = typeof wire.message_type === "string" && /regist\w*_response$/i.test(wire.message_type);
  const isInner = (name: string) => !isOfEnvelope(name) || (isGiven && name === "auth_token");
  const members = Object.entries(wire);
  return {
    [rule.envelope]: Object.fromEntries(members.filter(([name]) => isOuter(name))),
    [rule.payload]: Object.fromEntries(members.filter(([name]) => isInner(name))),
  };
}

function isEnvelope(value: unknown): boolean {
  return isObject(value) && typeof value.message_type === "string";
}
