/** The two players in an order to play a match, as a list, as two objects, or as members named for the sides. */

import { textAt } from "../as-text.js";
import { completeAddress } from "../complete-address.js";
import { type Side, sidesByValue } from "../derive/by-value.js";
import { isObject } from "../members.js";
import type { JsonObject } from "../types.js";

const ids = ["id", "player_id", "name"];
const addresses = ["endpoint", "url", "callback_url", "address", "contact_endpoint", "base_url"];
const sides = [
  ["player_a", "player1", "player_1", "player_one", "player_A"],
  ["player_b", "player2", "player_2", "player_two", "player_B"],
] as const;

/** Undefined without two players that have an id and an address. */
export function sidesOf(members: JsonObject): readonly [Side, Side] | undefined {
  const { players } = members;
  const [a, b] =
    Array.isArray(players) && players.length === sides.length
      ? players.map((one) => (isObject(one) ? sideIn(one, "") : undefined))
      : sides.map((names) => names.map((name) => sideNamed(members, name)).find((one) => one !== undefined));
  return a === undefined || b === undefined || a.id === b.id ? sidesByValue(members) : [a, b];
}

function sideNamed(members: JsonObject, name: string): Side | undefined {
  const value = members[name];
  return isObject(value) ? sideIn(value, "") : sideIn(members, `${name}_`);
}

function sideIn(members: JsonObject, prefix: string): Side | undefined {
  const named = (names: readonly string[]) => names.map((name) => `${prefix}${name}`);
  const id = textAt(members, [...named(ids), prefix.slice(0, -1)]);
  const address = textAt(members, named(addresses));
  return id === undefined || address === undefined ? undefined : { id, endpoint: completeAddress(address) };
}
