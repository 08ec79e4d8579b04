/**
 * The members that the flat contracts add to a message, and registrations under all usual names. Messages in two objects, and
 * a peer that refuses nothing, do not show which of the two contracts the peer follows: it is sent the members of both.
 */
import { underAllNames } from "../order-members.js";
import { bundledDocument } from "../profiles/index.js";
import { mergeRules } from "../rules.js";
import type { MessageRules } from "../types.js";

/** All names in one request, and the own name as id where the answer brings none. */
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
 * @param rules what is known of the message; the names that it gives to members stay theirs
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
