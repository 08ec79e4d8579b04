/** In what one answer of an agent differs from another, leaving out what differs by its nature. */
import { isObject } from "../json/pointer.js";
import { show } from "../json/text.js";
import { replyMessage } from "../profiles/codec.js";

/** Times, tokens and texts for people are new in every answer. */
const VOLATILE = /timestamp|time$|_at$|token|description|reason$|uptime|deadline/i;

/** One line for each difference; none for an answer that says the same. */
export function changes(before: unknown, now: unknown): string[] {
  const [was, is] = [kindOf(before), kindOf(now)];
  if (was !== is) return [`was ${was}, is ${is}`];
  return memberChanges(messageIn(before), messageIn(now), "");
}

/** A member more or less, or another value. */
function memberChanges(before: unknown, now: unknown, at: string): string[] {
  if (!isObject(before) || !isObject(now)) {
    return JSON.stringify(before) === JSON.stringify(now)
      ? []
      : [`${at || "/"}: was ${show(before, 60)}, is ${show(now, 60)}`];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    const pointer = `${at}/${name}`;
    if (!Object.hasOwn(now, name)) return [`${pointer}: is gone`];
    if (!Object.hasOwn(before, name)) return [`${pointer}: is new`];
    return VOLATILE.test(name) ? [] : memberChanges(before[name], now[name], pointer);
  });
}

function messageIn(answer: unknown): unknown {
  return replyMessage(answer) ?? answer;
}

/** The kind of the answer. */
function kindOf(answer: unknown): string {
  if (answer === undefined) return "no answer";
  if (!isObject(answer)) return Array.isArray(answer) ? "a batch" : "no JSON";
  if (isObject(answer.error)) return `the error ${show(answer.error.code)}`;
  const message = replyMessage(answer);
  return typeof message?.message_type === "string" ? message.message_type : "an answer";
}
