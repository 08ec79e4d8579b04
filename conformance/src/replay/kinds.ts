/** How the answers to each kind of message have changed from one record to another: the traffic of a tap has no verdict of a run. */
import { findMessage, replyMessage } from "../profiles/codec.js";
import type { Recorded } from "./record.js";

/** One line for each kind of message whose answers have got or lost a member. */
export function kindsChanged(before: readonly Recorded[], now: readonly Recorded[]): string[] {
  const [was, is] = [membersByKind(before), membersByKind(now)];
  return [...was].flatMap(([type, members]) => {
    const other = is.get(type);
    if (other === undefined) return [];
    const gone = [...members].filter((name) => !other.has(name));
    const added = [...other].filter((name) => !members.has(name));
    const words = [
      ...(gone.length === 0 ? [] : [`lost ${gone.join(", ")}`]),
      ...(added.length === 0 ? [] : [`got ${added.join(", ")}`]),
    ];
    return words.length === 0 ? [] : [`answers to ${type}: ${words.join("; ")}`];
  });
}

/** The members that answers to each kind of message had, over all of them. */
function membersByKind(recorded: readonly Recorded[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const { request, answer } of recorded) {
    const type = findMessage(request)?.message.message_type;
    const message = replyMessage(answer?.json);
    if (typeof type !== "string" || message === undefined) continue;
    const members = kinds.get(type) ?? new Set();
    for (const name of Object.keys(message)) members.add(name);
    kinds.set(type, members);
  }
  return kinds;
}
