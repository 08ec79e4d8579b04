/** Makes a wire profile of what was seen: the nearest known form, and in what this agent differs from it. */
import type { MessageRules, ProfileDocument, RequestShape } from "@league-v2/sdk/wire";
import type { JsonObject } from "../json/scan.js";
import type { Codec } from "../profiles/codec.js";
import type { FoundMessage } from "./find-message.js";

/** One message that the agent has answered. */
export interface Observation {
  /** Canonical type of what was said, and of what should have come back. */
  type: string;
  replyType: string;
  /** Name under which it was understood; undefined for a bare message. */
  method: string | undefined;
  shape: RequestShape;
  sent: JsonObject;
  found: FoundMessage;
}

const LOOSE = "loose";
const PARITIES = ["even", "odd"];

export function propose(
  name: string,
  observations: readonly Observation[],
  forms: readonly Codec[],
): ProfileDocument {
  const [first] = observations;
  if (first === undefined) throw new Error("a profile is proposed of what was seen, and nothing was");
  const base = nearestForm(observations, forms);
  const { profile } = base;
  const { reply, nest } = replyPlace(first.found.path);
  const messages: Record<string, MessageRules> = {};
  for (const seen of observations) {
    const inner = inside(seen.found.message, nest);
    const { method } = seen;
    if (method !== undefined && base.methodName(seen.type) !== method) messages[seen.type] = { method };
    const rules = replyRules(seen, inner, base.rulesOf(seen.replyType));
    if (Object.keys(rules).length > 0) messages[seen.replyType] = rules;
  }
  const isBare = typeof first.found.message.sender === "string" && !first.found.message.sender.includes(":");
  return {
    name,
    title: `What ${name} speaks`,
    description: `Proposed from ${observations.length} answers of a running agent; nearest to ${base.name}. Look it over.`,
    extends: base.name,
    ...(profile.request === first.shape ? {} : { request: first.shape }),
    ...(profile.reply === reply ? {} : { reply }),
    ...(isBare === (profile.sender === "bare") ? {} : { sender: isBare ? "bare" : "typed" }),
    ...(nest === undefined ? {} : { replies: { nest } }),
    ...(Object.keys(messages).length === 0 ? {} : { messages }),
  };
}

/** The known form with the same place and the most names in common; the loose one where none has any. */
function nearestForm(observations: readonly Observation[], forms: readonly Codec[]): Codec {
  const score = (codec: Codec) =>
    observations.reduce((sum, { type, method, shape, found }) => {
      const sameName = codec.carries(method, type) ? 2 : 0;
      const samePlace = codec.profile.request === shape ? 1 : 0;
      const sameReply = codec.profile.reply === replyPlace(found.path).reply ? 1 : 0;
      return sum + sameName + samePlace + sameReply;
    }, 0);
  const byName = new Map(forms.map((codec) => [codec, score(codec)]));
  const best = [...byName].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  const loose = forms.find(({ name }) => name === LOOSE);
  const isNew = best !== undefined && !observations.some(({ type, method }) => best.carries(method, type));
  const chosen = isNew ? (loose ?? best) : best;
  if (chosen === undefined) throw new Error("there are no wire forms");
  return chosen;
}

/** Where answers stand. What stands deeper than any form has it is nested. */
function replyPlace(path: readonly string[]): {
  reply: NonNullable<ProfileDocument["reply"]>;
  nest: string | undefined;
} {
  const inContent = path[0] === "result" && (path[1] === "content" || path[1] === "structuredContent");
  if (inContent) return { reply: "content_text", nest: path[path[1] === "content" ? 4 : 2] };
  if (path[0] === "result") return { reply: "result", nest: path[1] };
  if (path[0] === "params") return { reply: "request_body", nest: undefined };
  return { reply: "bare", nest: path[0] };
}

function inside(message: JsonObject, nest: string | undefined): JsonObject {
  const inner = nest === undefined ? undefined : message[nest];
  return typeof inner === "object" && inner !== null ? { ...message, ...inner } : message;
}

/** In what the answer differs from the one that the base expects. */
function replyRules({ replyType, sent }: Observation, message: JsonObject, base: MessageRules): MessageRules {
  const renames = Object.entries(wantedOf(replyType, sent)).flatMap(([canonical, fits]) => {
    const usual = base.rename?.[canonical] ?? canonical;
    if (Object.hasOwn(message, usual)) return [];
    const other = Object.entries(message).find(([name, value]) => !ENVELOPE.includes(name) && fits(value));
    return other === undefined ? [] : [[canonical, other[0]] as const];
  });
  const rename = Object.fromEntries(renames);
  const choice =
    replyType === "CHOOSE_PARITY_RESPONSE" ? message[rename.parity_choice ?? "parity_choice"] : undefined;
  const { message_type } = message;
  const usualType = base.message_type ?? replyType;
  return {
    ...(typeof message_type === "string" && message_type !== usualType ? { message_type } : {}),
    ...(renames.length === 0 ? {} : { rename }),
    ...(isOtherCase(choice) ? { values: { "/parity_choice": parityWords(choice) } } : {}),
  };
}

const ENVELOPE = ["protocol", "message_type", "sender", "timestamp", "conversation_id", "auth_token"];

/** The members by which an answer of this type can be told, each with the look of its value. */
function wantedOf(
  replyType: string,
  sent: JsonObject,
): Readonly<Record<string, (value: unknown) => boolean>> {
  const isMatch = { match_id: (value: unknown) => value !== undefined && value === sent.match_id };
  switch (replyType) {
    case "GAME_JOIN_ACK":
      return { ...isMatch, accept: (value) => typeof value === "boolean" };
    case "CHOOSE_PARITY_RESPONSE":
      return { ...isMatch, parity_choice: isParity };
    case "LEAGUE_REGISTER_RESPONSE":
      return {
        status: (value) => typeof value === "string" && /^(accept|reject|regist|ok|success)/i.test(value),
      };
    default:
      return {};
  }
}

function isParity(value: unknown): value is string {
  return typeof value === "string" && PARITIES.includes(value.toLowerCase());
}

function isOtherCase(choice: unknown): choice is string {
  return isParity(choice) && !PARITIES.includes(choice);
}

/** Both parities written as this one is. */
function parityWords(choice: string): (readonly [string, string])[] {
  const isUpper = choice === choice.toUpperCase();
  const written = (word: string) =>
    isUpper ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return PARITIES.map((word) => [word, written(word)]);
}
