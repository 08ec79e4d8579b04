/** The members of messages to services under all usual names: a service reads what it knows, and ignores the rest. */
import { underAllNames } from "../order-members.js";

const ofMatch = { "/game_id": "$match_id", "/match": "$match_id", "/game": "$match_id" };
const ofOpponent = (value: string) => ({ "/opponent": value, "/opponent_name": value });
const ofRound = (value: string) => ({ "/round": value, "/round_number": value });

const player = (side: "A" | "B") => {
  const [id, url] = [`$player_${side}_id`, `$player_${side}_endpoint`];
  return {
    id,
    player_id: id,
    name: id,
    display_name: id,
    endpoint: url,
    url,
    callback_url: url,
    callbackUrl: url,
    playerId: id,
  };
};

const addresses = (side: "A" | "B", names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`/${name}`, `$player_${side}_endpoint`]));

/** @param areObjects whether players stand as objects under the names of their ids */
export function usualMembers(type: string, areObjects: boolean): Readonly<Record<string, unknown>> {
  switch (type) {
    case "GAME_INVITATION":
      return {
        ...ofMatch,
        ...ofOpponent("$opponent_id"),
        ...ofRound("$round_id"),
        "/player_id": "$recipient",
      };
    case "CHOOSE_PARITY_CALL":
      return {
        ...ofMatch,
        ...ofOpponent("$/context/opponent_id"),
        ...ofRound("$/context/round_id"),
        "/opponent_id": "$/context/opponent_id",
        "/options": ["even", "odd"],
      };
    case "GAME_OVER":
      return {
        ...ofMatch,
        "/winner": "$winner_or_draw",
        "/winner_id": "$/game_result/winner_player_id",
        "/status": "$/game_result/status",
        "/number": "$/game_result/drawn_number",
        "/drawn_number": "$/game_result/drawn_number",
        "/choices": "$/game_result/choices",
        "/result": "$/game_result",
      };
    case "RUN_MATCH":
      return {
        ...ofMatch,
        ...ofRound("$round_id"),
        ...underAllNames({}, areObjects).add,
        ...addresses("A", ["player1_url", "player_1_url", "player_a_url", "player_one_url"]),
        ...addresses("B", ["player2_url", "player_2_url", "player_b_url", "player_two_url"]),
        "/players": [player("A"), player("B")],
        "/player1": player("A"),
        "/player2": player("B"),
        ...(areObjects ? { "/player_a": player("A"), "/player_b": player("B") } : {}),
      };
    default:
      return ofMatch;
  }
}

/** The addresses of players in orders to a service: the starts of its paths. */
export const addressFormats: Readonly<Record<string, string>> = {
  "/player_A_endpoint": "base",
  "/player_B_endpoint": "base",
};
