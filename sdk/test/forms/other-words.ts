/** Words of agents whose authors read the documents and choose names freely. They were used to generalise the rules. */
import type { Words } from "./vocabulary.js";

export const otherWords: Words = {
  methods: {
    LEAGUE_REGISTER_REQUEST: ["signup", "enroll_player", "add_player", "player_checkin", "hello_league"],
    REFEREE_REGISTER_REQUEST: ["signup_referee", "enroll_referee", "add_referee", "add_judge"],
    ROUND_ANNOUNCEMENT: ["round_info", "next_round", "upcoming_round", "round_schedule"],
    RUN_MATCH: ["kickoff", "referee_game", "host_match", "officiate_match", "begin_game", "schedule_match"],
    GAME_INVITATION: [
      "challenge",
      "match_call",
      "offer_game",
      "incoming_match",
      "propose_match",
      "request_join",
    ],
    CHOOSE_PARITY_CALL: ["your_turn", "ask_move", "request_parity", "place_bet", "take_turn", "select_side"],
    GAME_OVER: ["match_done", "final_score", "game_outcome", "conclude_match", "show_result", "settle_match"],
    MATCH_RESULT_REPORT: ["store_result", "save_outcome", "publish_result", "result_in", "finish_match"],
    LEAGUE_STANDINGS_UPDATE: ["new_table", "ranking_changed", "show_standings"],
    ROUND_COMPLETED: ["round_done", "close_round"],
    LEAGUE_COMPLETED: ["league_done", "close_league"],
  },
  members: {
    match_id: ["fixture_id", "bout", "game_number", "mid", "match_key"],
    opponent_id: ["against", "foe", "other_player", "enemy_id", "versus"],
    role_in_match: ["seat", "slot", "player_side", "your_position"],
    player_id: ["pid", "participant", "bot_id", "me"],
    round_id: ["turn", "round_no", "stage"],
    league_id: ["cup", "season_id"],
    parity_choice: ["bet", "call", "guess_value", "my_pick", "answer_parity"],
    accept: ["ok_to_play", "coming", "confirmed", "accepts"],
    deadline: ["time_limit", "until", "expires", "answer_by"],
  },
  orders: [
    ["player_one", "player_two", "player_one_url", "player_two_url"],
    ["home_id", "away_id", "home_address", "away_address"],
    ["p1", "p2", "p1_url", "p2_url"],
    ["first_player", "second_player", "first_player_uri", "second_player_uri"],
  ],
  wraps: ["body", "content", "event", "request"],
  nests: {
    GAME_INVITATION: ["match_info", "game", "challenge"],
    CHOOSE_PARITY_CALL: ["turn_info", "choice_request", "state"],
  },
};
