/** The members in a peer's own message that no word explains, found by what their values can be. */
import { matchMember, sideNames } from "../service/by-value.js";
import type { JsonObject } from "../types.js";
import { membersOf } from "./contract-members.js";

const order = ["player_A_id", "player_A_endpoint", "player_B_id", "player_B_endpoint"] as const;

/**
 * In an order the ids and the addresses of the players, and in any message about a match its id.
 * @param known the peer's names of other members, by contract name
 */
export function namesByValue(
  type: string,
  message: JsonObject,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const has = (name: string) => Object.hasOwn(message, name);
  const sides = type === "RUN_MATCH" && !order.some(has) ? (sideNames(message)?.flat() ?? []) : [];
  const found = Object.fromEntries(sides.map((name, index) => [order[index] ?? "", name]));
  const isMissing = membersOf(type).includes("/match_id") && !has("match_id") && !("match_id" in known);
  const taken = new Set([...Object.values(known), ...sides]);
  const rest = Object.entries(message).filter(
    ([name, value]) => !taken.has(name) && typeof value === "string",
  );
  const match = isMissing ? matchMember(Object.fromEntries(rest), null) : undefined;
  return match === undefined ? found : { ...found, match_id: match[0] };
}
