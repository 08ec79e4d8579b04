/** Formats of ids that a peer requires in one message: it has the same ids in all messages. */
import type { MessageRules } from "../types.js";
import { nameOf } from "./contract-members.js";

/** Ids of several messages, each with its places in them. */
const places: Readonly<Record<string, readonly string[]>> = {
  match_id: ["/match_id"],
  player_id: ["/player_id"],
  league_id: ["/league_id"],
  opponent_id: ["/opponent_id", "/context/opponent_id"],
};

export function formatsOf(
  messages: Readonly<Record<string, MessageRules>>,
): Readonly<Record<string, string>> | undefined {
  const found = Object.values(messages).flatMap(({ formats = {} }) =>
    Object.entries(formats).flatMap(([pointer, format]) =>
      (places[nameOf(pointer)] ?? []).map((place) => [place, format] as const),
    ),
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
