/** All wire forms that the suite reads: which of them a request of the agent is in. */
import { similarity } from "@league-v2/sdk/codec";
import { type Codec, findMessage } from "./codec.js";

/**
 * The form in which a request is read and answered: the run's own where the request is in that form, else the nearest
 * one. Agents may send in one form and receive in another.
 */
export function formOf(body: unknown, own: Codec, all: readonly Codec[]): Codec {
  if (own.fits(body) || findMessage(body) === undefined) return own;
  return (
    nearestTo(
      all.filter((codec) => codec.fits(body)),
      body,
    ) ?? own
  );
}

/** The form that is most like this request; the first one among equals. */
export function nearestTo(codecs: readonly Codec[], body: unknown): Codec | undefined {
  let best: { codec: Codec; score: number } | undefined;
  for (const codec of codecs) {
    const score = similarity(codec, body);
    if (best === undefined || score > best.score) best = { codec, score };
  }
  return best?.codec;
}
