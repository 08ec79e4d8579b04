/** The members of the messages whose form can be derived, by canonical pointer, and what kind of value each has. */

import { ENVELOPE_MEMBERS } from "../types.js";

export type MemberKind = "text" | "number" | "boolean" | "object" | "list";

const place = ["league_id", "round_id", "match_id", "game_type"];

const pointers = (names: readonly string[], parent = "") => names.map((name) => `${parent}/${name}`);

const members: Readonly<Record<string, readonly string[]>> = {
  LEAGUE_REGISTER_REQUEST: pointers(
    ["display_name", "version", "game_types", "contact_endpoint", "protocol_version"],
    "/player_meta",
  ),
  REFEREE_REGISTER_REQUEST: pointers(
    [
      "display_name",
      "version",
      "game_types",
      "contact_endpoint",
      "max_concurrent_matches",
      "protocol_version",
    ],
    "/referee_meta",
  ),
  LEAGUE_REGISTER_RESPONSE: pointers(["status", "player_id", "league_id", "reason"]),
  REFEREE_REGISTER_RESPONSE: pointers(["status", "referee_id", "league_id", "reason"]),
  ROUND_ANNOUNCEMENT: pointers(["league_id", "round_id", "matches"]),
  LEAGUE_STANDINGS_UPDATE: pointers(["league_id", "round_id", "standings"]),
  ROUND_COMPLETED: pointers(["league_id", "round_id", "matches_played", "next_round_id"]),
  LEAGUE_COMPLETED: pointers([
    ...["league_id", "total_rounds", "total_matches", "champion", "final_standings"],
  ]),
  RUN_MATCH: pointers([
    ...place,
    ...["player_A_id", "player_B_id", "player_A_endpoint", "player_B_endpoint"],
  ]),
  GAME_INVITATION: pointers([...place, "role_in_match", "opponent_id"]),
  GAME_JOIN_ACK: pointers(["match_id", "player_id", "arrival_timestamp", "accept"]),
  CHOOSE_PARITY_CALL: [
    ...pointers(["match_id", "player_id", "game_type"]),
    ...pointers(["opponent_id", "round_id", "your_standings"], "/context"),
    "/deadline",
  ],
  CHOOSE_PARITY_RESPONSE: pointers(["match_id", "player_id", "parity_choice"]),
  GAME_OVER: [
    ...pointers(["match_id", "game_type"]),
    ...pointers(
      ["status", "winner_player_id", "drawn_number", "number_parity", "choices", "reason"],
      "/game_result",
    ),
  ],
  GAME_OVER_ACK: pointers(["match_id", "player_id", "status"]),
  MATCH_RESULT_REPORT: [
    ...pointers(place),
    ...pointers(["status", "winner", "score"], "/result"),
    ...pointers(["drawn_number", "number_parity", "choices", "reason"], "/result/details"),
  ],
  MATCH_RESULT_ACK: pointers(["match_id", "status"]),
};

const kinds: Readonly<Record<string, MemberKind>> = {
  ...{ round_id: "number", drawn_number: "number", max_concurrent_matches: "number", accept: "boolean" },
  ...{ matches_played: "number", next_round_id: "number", total_rounds: "number", total_matches: "number" },
  ...{ standings: "list", final_standings: "list", champion: "object" },
  ...{ game_types: "list", matches: "list", your_standings: "object", choices: "object", score: "object" },
  ...{ player_meta: "object", referee_meta: "object", context: "object", details: "object" },
  ...{ game_result: "object", result: "object" },
};

/** Every message with a list of members. */
export const derivableTypes: readonly string[] = Object.keys(members);

/** Pointers of the members of a message: the objects that hold others, then those of the envelope, last. */
export function membersOf(type: string): readonly string[] {
  return listed.get(type) ?? pointers([...ENVELOPE_MEMBERS]);
}

function listedMembers(own: readonly string[]): readonly string[] {
  const parents = own
    .map((pointer) => pointer.slice(0, pointer.lastIndexOf("/")))
    .filter((one) => one !== "");
  return [...own, ...new Set(parents), ...pointers([...ENVELOPE_MEMBERS])];
}

const listed = new Map(Object.entries(members).map(([type, own]) => [type, listedMembers(own)]));

export function kindOf(pointer: string): MemberKind {
  return kinds[nameOf(pointer)] ?? "text";
}

/** The last step of a pointer. */
export function nameOf(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1);
}

/** The names of all members of the contract's messages, without their places. */
export const contractNames: ReadonlySet<string> = new Set([
  ...["player_id", "referee_id", "wins", "losses", "draws", "played", "points", "rank"],
  ...derivableTypes.flatMap((type) => membersOf(type).map(nameOf)),
]);
