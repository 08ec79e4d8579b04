/** Which profile a message of the agent looks like. */
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { type Codec, locate } from "./codec.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** How well a request of the agent (its registration, usually) fits the codec's profile; higher is nearer. */
function likeness(codec: Codec, body: unknown): number {
  if (!isObject(body)) return 0;
  const found = locate(body);
  const decoded = codec.decodeRequest(body);
  if (found === undefined || decoded === undefined) return 0;
  const { profile } = codec;
  let score = 0;
  if (found.shape === profile.request) score += 8;
  if (decoded.type !== undefined) {
    if (found.method === codec.methodName(decoded.type)) score += 4;
    score += sharedMembers(found.message, codec.message(decoded.type, decoded.message)) * 4;
  }
  const { sender, conversation_id } = found.message;
  if (typeof sender === "string" && sender.includes(":") === (profile.sender === "typed")) score += 2;
  if (typeof conversation_id === "string" && UUID.test(conversation_id) === (profile.conversation === "uuid"))
    score += 1;
  return score;
}

/** The codec that fits best; the first one among equals. */
export function nearestTo(codecs: readonly Codec[], body: unknown): Codec | undefined {
  let best: { codec: Codec; score: number } | undefined;
  for (const codec of codecs) {
    const score = likeness(codec, body);
    if (best === undefined || score > best.score) best = { codec, score };
  }
  return best?.codec;
}

/** From 0 to 1: how many of the member names the two have in common. */
function sharedMembers(seen: JsonObject, expected: JsonObject): number {
  const names = new Set([...Object.keys(seen), ...Object.keys(expected)]);
  if (names.size === 0) return 0;
  return (
    [...names].filter((name) => Object.hasOwn(seen, name) && Object.hasOwn(expected, name)).length /
    names.size
  );
}
