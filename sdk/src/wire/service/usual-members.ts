/** The members of messages to services under all usual names: a service reads the names that it has, and ignores the others. */
import { player as playerObject, underAllNames } from "../order-members.js";

const ofMatch = { "/game_id": "$match_id", "/match": "$match_id", "/game": "$match_id" };
const ofOpponent = (value: string) => ({ "/opponent": value, "/opponent_name": value });
const replyAddresses = {
  "/callback_url": "$reply_to",
  "/response_url": "$reply_to",
  "/reply_url": "$reply_to",
};
const ofRound = (value: string) => ({ "/round": value, "/round_number": value });

/** A player as an object, also for a service whose spelling is not known. */
const player = (side: "A" | "B") => ({
  ...playerObject(side),
  ...{ playerId: `$player_${side}_id`, callbackUrl: `$player_${side}_endpoint` },
});

const addresses = (side: "A" | "B", names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`/${name}`, `$player_${side}_endpoint`]));

/** The description of an agent in its registration. */
const agent = (role: "player" | "referee") => {
  const [name, url] = [`$/${role}_meta/display_name`, `$/${role}_meta/contact_endpoint`];
  return {
    ...{ "/name": name, "/display_name": name, "/agent_name": name, [`/${role}_name`]: name },
    ...{ "/url": url, "/endpoint": url, "/callback_url": url, "/address": url, "/base_url": url },
    ...{ "/role": role, "/agent_type": role, "/version": `$/${role}_meta/version` },
  };
};

/** @param areObjects whether players stand as objects under the names of their ids */
export function usualMembers(type: string, areObjects: boolean): Readonly<Record<string, unknown>> {
  switch (type) {
    case "GAME_INVITATION":
      return {
        ...ofMatch,
        ...ofOpponent("$opponent_id"),
        ...ofRound("$round_id"),
        ...replyAddresses,
        "/player_id": "$recipient",
      };
    case "CHOOSE_PARITY_CALL":
      return {
        ...ofMatch,
        ...ofOpponent("$/context/opponent_id"),
        ...ofRound("$/context/round_id"),
        "/opponent_id": "$/context/opponent_id",
        ...replyAddresses,
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
    case "LEAGUE_REGISTER_REQUEST":
      return agent("player");
    case "REFEREE_REGISTER_REQUEST":
      return agent("referee");
    case "MATCH_RESULT_REPORT":
      return {
        ...ofMatch,
        ...ofRound("$round_id"),
        "/winner": "$/result/winner",
        "/winner_id": "$/result/winner",
        "/status": "$/result/status",
        "/number": "$/result/details/drawn_number",
        "/drawn_number": "$/result/details/drawn_number",
        "/choices": "$/result/details/choices",
      };
    default:
      return ofMatch;
  }
}

/** Addresses in messages to a service: the starts of its paths. */
export const addressFormats: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RUN_MATCH: { "/player_A_endpoint": "base", "/player_B_endpoint": "base" },
  LEAGUE_REGISTER_REQUEST: { "/player_meta/contact_endpoint": "base" },
  REFEREE_REGISTER_REQUEST: { "/referee_meta/contact_endpoint": "base" },
};
