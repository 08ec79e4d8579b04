/**
 * Adds the members of the flat contracts to a message, and all usual names to a registration. A peer with messages in two
 * objects, and without refusals, does not show which contract it follows, so it gets the members of both.
 */
import { underAllNames } from "../order-members.js";
import { bundledDocument } from "../profiles.js";
import { mergeRules } from "../rules.js";
import type { MessageRules } from "../types.js";

/** A registration under all usual names, with the own name as default id. */
const registering = bundledDocument("http-register")?.messages ?? {};

const match = { "/league_id": "$league_id", "/round_id": "$round_id" };
const players = { "/player_a": "$player_a", "/player_b": "$player_b" };

const added: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  GAME_INVITATION: { "/player_id": "$recipient" },
  CHOOSE_PARITY_CALL: { ...match, "/opponent_id": "$opponent_id" },
  GAME_OVER: {
    ...match,
    "/winner": "$winner_or_draw",
    "/drawn_number": "$/game_result/drawn_number",
    "/player_a_choice": "$/game_result/choices/{player_a}",
    "/player_b_choice": "$/game_result/choices/{player_b}",
  },
  GAME_ERROR: { ...match, "/error_message": "$/error_description" },
  MATCH_RESULT_REPORT: {
    ...players,
    "/winner": "$winner_or_draw",
    "/drawn_number": "$/result/details/drawn_number",
  },
};

/**
 * @param rules the known rules of the message; member names in them are not reused
 * @param areObjects whether the players in an order are objects
 */
export function inBothDialects(
  type: string,
  rules: MessageRules | undefined,
  areObjects: boolean,
): MessageRules {
  const registered = registering[type];
  if (registered !== undefined) return mergeRules(registered, rules ?? {});
  const own = type === "RUN_MATCH" ? underAllNames(rules?.rename, areObjects).add : added[type];
  const taken = new Set([
    ...Object.values(rules?.rename ?? {}).map((name) => `/${name}`),
    ...(rules?.move ?? []).map(({ to }) => to),
  ]);
  const free = Object.entries(own ?? {}).filter(([pointer]) => !taken.has(pointer));
  return { ...rules, add: { ...Object.fromEntries(free), ...rules?.add } };
}
