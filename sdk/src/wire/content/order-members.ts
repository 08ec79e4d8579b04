/** The players in an order to play a match, under the names that agents give them. */
import { vocabulary } from "@league-v2/contract/forms";
import type { MessageRules } from "../message/types.js";

/** Other names of the players' members in an order. */
const names: Readonly<Record<string, readonly string[]>> = vocabulary.order_members;

/** A player as an object. Its id stands for its name: a referee that reports names then reports ids of the league. */
export const player = (side: "A" | "B"): Readonly<Record<string, unknown>> => {
  const [id, url] = [`$player_${side}_id`, `$player_${side}_endpoint`];
  return {
    id,
    player_id: id,
    name: id,
    display_name: id,
    version: "1.0.0",
    endpoint: url,
    url,
    callback_url: url,
  };
};

/** Players as objects; they are sent only, and not read. */
const objects: Readonly<Record<string, unknown>> = {
  "/player1": player("A"),
  "/player2": player("B"),
  "/players": [player("A"), player("B")],
};

/**
 * Rules that write the players' members of an order under all usual names, because an order is sent once only.
 */
export function underAllNames(
  rename: Readonly<Record<string, string>> = {},
): Pick<MessageRules, "add" | "aliases"> {
  const others = Object.entries(names).map(
    ([member, all]) => [member, all.filter((name) => name !== rename[member])] as const,
  );
  const add = others.flatMap(([member, all]) => all.map((name) => [`/${name}`, `$${member}`] as const));
  const aliases = others.map(([member, all]) => [`/${member}`, all.map((name) => `/${name}`)] as const);
  return { add: { ...objects, ...Object.fromEntries(add) }, aliases: Object.fromEntries(aliases) };
}

/** The member of an order that has this name, in lower case or as it is. */
export function orderMemberOf(name: string): string | undefined {
  const own = ["match_id", "round_id", "league_id", "game_type", ...Object.keys(names)];
  const same = own.find((member) => member.toLowerCase() === name.toLowerCase());
  return same ?? Object.keys(names).find((member) => names[member]?.includes(name.toLowerCase()));
}
