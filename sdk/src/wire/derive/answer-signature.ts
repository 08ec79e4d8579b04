/** Compares answers, to distinguish a supported name from one that no agent has. */
import { answerObject } from "../find-message.js";
import { isObject } from "../members.js";

/** A text of an answer's statuses, error code, type and member names, without ids and times. */
export function answerSignature(reply: unknown, status = 200): string {
  const answer = answerObject(reply);
  const error = isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  const { message_type, status: word } = answer ?? {};
  return JSON.stringify([status, error, message_type, word, Object.keys(answer ?? {}).toSorted()]);
}
