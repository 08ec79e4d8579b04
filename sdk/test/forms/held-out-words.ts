/**
 * Words that were not used to write the rules: quote the share of played forms with these words. A word of this list
 * that is added to the rules is replaced here by another one.
 */
import type { Words } from "./vocabulary.js";

export const heldOutWords: Words = {
  methods: {
    LEAGUE_REGISTER_REQUEST: ["opt_in", "player_signon", "new_player", "present_player", "induct_player"],
    REFEREE_REGISTER_REQUEST: ["new_referee", "present_referee", "referee_signon", "induct_referee"],
    ROUND_ANNOUNCEMENT: ["round_preview", "open_round", "round_plan", "pairings_of_round"],
    RUN_MATCH: ["preside", "handle_pairing", "take_match", "match_order", "supervise_game", "fixture_due"],
    GAME_INVITATION: [
      "lobby_call",
      "are_you_in",
      "match_proposal",
      "game_request",
      "you_are_up",
      "wanted_at_table",
    ],
    CHOOSE_PARITY_CALL: ["name_parity", "pick_now", "elect", "which_side", "submit_pick", "parity_question"],
    GAME_OVER: [
      "outcome_known",
      "game_summary",
      "match_wrapup",
      "final_whistle",
      "tell_outcome",
      "winner_is",
    ],
    MATCH_RESULT_REPORT: ["file_result", "enter_score", "hand_in_outcome", "game_summary", "match_minutes"],
    LEAGUE_STANDINGS_UPDATE: ["positions", "league_table_changed", "tally"],
    ROUND_COMPLETED: ["round_wrapup", "round_is_over"],
    LEAGUE_COMPLETED: ["cup_awarded", "curtain_call"],
  },
  members: {
    match_id: ["meeting_id", "pairing_code", "event_ref", "board", "m_uuid"],
    opponent_id: ["contender", "other_side", "paired_with", "fellow_id", "vis_a_vis"],
    role_in_match: ["colour", "chair", "part", "order_of_play"],
    player_id: ["handle", "entrant_id", "name_tag", "account_id"],
    round_id: ["leg", "phase", "gameweek"],
    league_id: ["contest_group", "series"],
    parity_choice: ["my_say", "side_taken", "stance", "reply_value", "as_played"],
    accept: ["on_board", "can_play", "consent", "present"],
    deadline: ["valid_to", "closing", "expires_on", "last_call"],
  },
  orders: [
    ["north", "south", "north_url", "south_url"],
    ["challenger_id", "defender_id", "challenger_uri", "defender_uri"],
    ["side_one", "side_two", "side_one_host", "side_two_host"],
    ["white_player", "black_player", "white_player_endpoint", "black_player_endpoint"],
  ],
  wraps: ["parcel", "message_body", "contents", "entry"],
  nests: {
    GAME_INVITATION: ["proposal", "slot_info", "about_match"],
    CHOOSE_PARITY_CALL: ["task", "situation", "turn_data"],
  },
};
