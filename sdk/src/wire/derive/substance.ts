/** Compares answers, to distinguish a supported name from one that no agent has. */
import { answerObject } from "../find-message.js";
import { isObject } from "../members.js";

/** What an answer says, its ids and times aside: its kind, its status, and which members it has. */
export function substance(reply: unknown, status = 200): string {
  const answer = answerObject(reply);
  const error = isObject(reply) && isObject(reply.error) ? reply.error.code : undefined;
  const { message_type, status: word } = answer ?? {};
  return JSON.stringify([status, error, message_type, word, Object.keys(answer ?? {}).toSorted()]);
}
