/** What a player says in its answers about a match: the match that it was asked about, itself, and its choice. */
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { show } from "../json/text.js";
import type { Violation, ViolationKind } from "./violation.js";

const KINDS: Readonly<Record<string, ViolationKind>> = {
  GAME_INVITATION: "join-named",
  CHOOSE_PARITY_CALL: "choice-named",
};

export interface Named {
  /** The type of the request. */
  type: string | undefined;
  request: unknown;
  reply: JsonObject;
  /** The player's id, where it is known. */
  id: string | undefined;
  /** In the flat dialect `sender` alone may name the player. */
  isFlat: boolean;
}

/** The rule that applies to this answer. */
export function nameRules({ type = "", request }: Named): ViolationKind[] {
  const kind = KINDS[type];
  if (kind === undefined || !isObject(request) || !isName(request.match_id)) return [];
  return kind === "choice-named" ? [kind, "choice-parity"] : [kind];
}

export function inspectNames(named: Named): Violation[] {
  const { request, reply, id, isFlat } = named;
  const [kind] = nameRules(named);
  if (kind === undefined || !isObject(request)) return [];
  const found: Violation[] = [];
  const say = (member: string, expected: unknown) =>
    found.push({
      kind,
      pointer: `/result/${member}`,
      text: `${member} is ${show(reply[member])}; expected ${show(expected)}`,
    });
  const { parity_choice } = reply;
  if (kind === "choice-named" && !isFlat && parity_choice !== "even" && parity_choice !== "odd")
    found.push({
      kind: "choice-parity",
      pointer: "/result/parity_choice",
      text: `parity_choice is ${show(parity_choice)}`,
    });
  if (reply.match_id !== request.match_id) say("match_id", request.match_id);
  // A call that names another player is to be refused; another check says so.
  const isAsked = request.player_id === undefined || request.player_id === id;
  if (id === undefined || !isAsked || (isFlat && reply.player_id === undefined)) return found;
  if (reply.player_id !== id) say("player_id", id);
  return found;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
