/** Ranks profiles by their similarity to a message. */

import { findMessage, type Located } from "../message/find-message.js";
import type { ProfileCodec } from "./profile-codec.js";

/** How well a request (usually a registration) fits the codec's profile; higher is more similar. */
function similarityOf(codec: ProfileCodec, { shape, message, method }: Located): number {
  const { profile } = codec;
  const type = codec.typeOf({ message, method });
  const { sender } = message;
  let score = shape === profile.request ? 8 : 0;
  if (type !== undefined && codec.carries(method, type)) score += 4;
  if (typeof sender === "string") {
    const isTyped = sender.includes(":");
    if (isTyped === (profile.sender === "typed")) score += 2;
    else if (sender !== "league_manager") score -= 2;
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
