/** Words of further authors: failures with them had general causes, which were fixed. */
import type { Words } from "./vocabulary.js";

export const furtherWords: Words = {
  methods: {
    LEAGUE_REGISTER_REQUEST: [
      "subscribe_player",
      "create_player",
      "admit_player",
      "player_apply",
      "attach_player",
    ],
    REFEREE_REGISTER_REQUEST: ["create_referee", "apply_referee", "attach_referee", "admit_referee"],
    ROUND_ANNOUNCEMENT: ["round_opened", "fixtures_for_round", "round_ahead", "round_draw"],
    RUN_MATCH: ["launch_game", "handle_fixture", "oversee_match", "new_match", "match_ready", "do_match"],
    GAME_INVITATION: [
      "duel_offer",
      "summon_player",
      "pairing_notice",
      "ready_check",
      "invitation_arrived",
      "take_seat",
    ],
    CHOOSE_PARITY_CALL: [
      "pick_side",
      "declare_parity",
      "prompt_choice",
      "submit_guess",
      "wager",
      "what_is_your_move",
    ],
    GAME_OVER: ["verdict", "match_closed", "end_of_game", "announce_winner", "wrap_up", "scored"],
    MATCH_RESULT_REPORT: ["log_result", "push_score", "deliver_verdict", "match_closed", "game_finished"],
    LEAGUE_STANDINGS_UPDATE: ["ladder", "scoreboard", "points_changed"],
    ROUND_COMPLETED: ["round_closed", "end_of_round"],
    LEAGUE_COMPLETED: ["hand_out_trophy", "end_of_league"],
  },
  members: {
    match_id: ["encounter_id", "game_ref", "session_id", "match_no", "duel"],
    opponent_id: ["opposing_player", "counterpart", "playing_against", "facing", "challenger_id"],
    role_in_match: ["team", "seat_no", "assigned_part", "designation"],
    player_id: ["competitor_id", "member_id", "who", "user_id"],
    round_id: ["week", "cycle", "matchday"],
    league_id: ["event_id", "division"],
    parity_choice: ["declared", "vote", "side_picked", "parity_value", "final_answer"],
    accept: ["willing", "attending", "will_join", "agrees"],
    deadline: ["cutoff", "reply_before", "time_out_at", "latest"],
  },
  orders: [
    ["left", "right", "left_url", "right_url"],
    ["alpha_id", "beta_id", "alpha_uri", "beta_uri"],
    ["player_x", "player_y", "player_x_host", "player_y_host"],
    ["host_player", "guest_player", "host_player_endpoint", "guest_player_endpoint"],
  ],
  wraps: ["packet", "envelope_body", "args", "record"],
  nests: {
    GAME_INVITATION: ["pairing", "seat_offer", "meta_data"],
    CHOOSE_PARITY_CALL: ["prompt", "decision_point", "ask"],
  },
};
