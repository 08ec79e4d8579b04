/** Ranks profiles by their similarity to a message. */

import { findMessage, type Located } from "../message/find-message.js";
import { ENVELOPE_MEMBERS, type JsonObject, type MessageRules } from "../message/types.js";
import { uuidPattern } from "../message/value-format.js";
import type { ProfileCodec } from "./profile-codec.js";

/** How well a request (usually a registration) fits the codec's profile; higher is more similar. */
function similarityOf(codec: ProfileCodec, { shape, message, method }: Located): number {
  const { profile } = codec;
  const type = codec.typeOf({ message, method });
  const { sender, conversation_id } = message;
  let score = shape === profile.request ? 8 : 0;
  if (type !== undefined && codec.carries(method, type)) score += 4;
  if (type !== undefined) score += 4 * familiarity(message, codec.rulesOf(type));
  if (typeof sender === "string") {
    const isTyped = sender.includes(":");
    if (isTyped === (profile.sender === "typed")) score += 2;
    else if (sender !== "league_manager") score -= 2;
  }
  if (
    typeof conversation_id === "string" &&
    uuidPattern.test(conversation_id) === (profile.conversation === "uuid")
  ) {
    score += 1;
  }
  return score;
}

/** The codec that fits best; the first one among equals. */
export function nearestTo<Codec extends ProfileCodec>(
  codecs: readonly Codec[],
  body: unknown,
): Codec | undefined {
  return bySimilarity(codecs, findMessage(body))[0];
}

/** All codecs, the most similar first; equals keep their order. */
export function bySimilarity<Codec extends ProfileCodec>(
  codecs: readonly Codec[],
  found: Located | undefined,
): Codec[] {
  if (found === undefined) return [...codecs];
  return codecs
    .map((codec) => ({ codec, score: similarityOf(codec, found) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ codec }) => codec);
}

/** From −1 to 1: the share of this form's own members in the message, minus the share of members it never has. */
function familiarity(message: JsonObject, rules: MessageRules): number {
  const own = [
    ...(rules.nest === undefined ? [] : [rules.nest]),
    ...Object.values(rules.rename ?? {}),
    ...(rules.move ?? []).map(({ to }) => firstStep(to)),
    ...Object.keys(rules.add ?? {})
      .filter(isTopLevel)
      .map(firstStep),
  ];
  const foreign = [
    ...Object.keys(rules.rename ?? {}),
    ...(rules.omit ?? []).map(firstStep),
    ...(rules.nest === undefined ? [] : Object.keys(message).filter((key) => isNested(key, rules))),
  ];
  const has = (key: string) => Object.hasOwn(message, key);
  const hits = share(own, has);
  const misses = share(foreign, has);
  return hits - misses;
}

function isNested(key: string, { nest }: MessageRules): boolean {
  return key !== nest && !ENVELOPE_MEMBERS.has(key);
}

function share(keys: readonly string[], has: (key: string) => boolean): number {
  return keys.length === 0 ? 0 : keys.filter(has).length / keys.length;
}

function isTopLevel(pointer: string): boolean {
  return pointer.lastIndexOf("/") === 0;
}

function firstStep(pointer: string): string {
  return pointer.split("/")[1] ?? "";
}
