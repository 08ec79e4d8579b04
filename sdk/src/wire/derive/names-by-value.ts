/** The members in a peer's own message that no word explains, found by what their values can be. */

import type { JsonObject } from "../types.js";
import { matchMember, sideNames } from "./by-value.js";
import { membersOf, nameOf } from "./contract-members.js";

const order = ["player_A_id", "player_A_endpoint", "player_B_id", "player_B_endpoint"] as const;

/**
 * In an order the ids and the addresses of the players, and in any message about a match its id.
 * @param known the peer's names of other members, by contract name
 * @param conversation the conversation of the message
 */
export function namesByValue(
  type: string,
  message: JsonObject,
  known: Readonly<Record<string, string>>,
  conversation: unknown,
): Readonly<Record<string, string>> {
  const has = (name: string) => Object.hasOwn(message, name);
  const sides = type === "RUN_MATCH" && !order.some(has) ? (sideNames(message)?.flat() ?? []) : [];
  const found = Object.fromEntries(sides.map((name, index) => [order[index] ?? "", name]));
  const isMissing = membersOf(type).includes("/match_id") && !has("match_id") && !("match_id" in known);
  const taken = new Set([...Object.values(known), ...sides]);
  const rest = Object.fromEntries(Object.entries(message).filter(([name]) => !taken.has(name)));
  const others = membersOf(type)
    .map(nameOf)
    .filter((name) => name !== "match_id");
  const [match] =
    (isMissing
      ? matchMember(rest, null, [...others, "player_id", "status", "reason"], conversation)
      : undefined) ?? [];
  return match === undefined || !has(match) ? found : { ...found, match_id: match };
}
