/** Shows by refusals which message a name stands for. */
import { findMessage } from "../find-message.js";
import { membersOf } from "./contract-members.js";
import { hintsOf } from "./error-hints.js";
import { isProbe, isReadAndRefused } from "./request-place.js";
import type { Exchange } from "./types.js";

/** By name, the message of which a refusal under this name misses a member that no other message has. */
export function namesByMissed(
  exchanges: readonly Exchange[],
  received: readonly string[],
): ReadonlyMap<string, string> {
  const refused = exchanges.filter((one) => one.by === "us" && isReadAndRefused(one) && !isProbe(one));
  const found = refused.flatMap(({ request, reply }): [string, string][] => {
    const { method, message } = findMessage(request) ?? {};
    const missed = hintsOf(reply)
      .members.filter((one) => one.required)
      .map((one) => one.pointer);
    const owners = received.filter((type) => missed.some((one) => membersOf(type).includes(one)));
    const [type, another] = owners;
    const isOther = another === undefined && type !== message?.message_type;
    return method === undefined || type === undefined || !isOther ? [] : [[method, type]];
  });
  return new Map(found);
}
