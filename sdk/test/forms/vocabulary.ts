/** The words of a generator of forms. */
export interface Words {
  /** Names of methods and tools, by message type. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
  /** Other names of members, by the name of the contract. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Names of the members of an order: the ids of the two players and their addresses. */
  readonly orders: readonly (readonly [string, string, string, string])[];
  /** Names of the objects around a message. */
  readonly wraps: readonly string[];
  /** Names of the object with the content, by message type. */
  readonly nests: Readonly<Record<string, readonly string[]>>;
}

/**
 * Words that agents could use where the documents have others. They are written by hand and are independent of the
 * word lists of the derivation, which lack some of them.
 */
const methods: Words["methods"] = {
  LEAGUE_REGISTER_REQUEST: [
    "register",
    "league_register",
    "join_league",
    "register_agent",
    "player.register",
  ],
  REFEREE_REGISTER_REQUEST: ["register_ref", "referee_register", "register_as_referee", "referee.register"],
  ROUND_ANNOUNCEMENT: ["announce_round", "round_start", "on_round_announcement", "new_round"],
  RUN_MATCH: ["start_match", "assign_match", "play_match", "run_game", "conduct_match"],
  GAME_INVITATION: [
    "receive_game_invitation",
    "invite",
    "game_invite",
    "join_game",
    "match.invite",
    "onGameInvitation",
  ],
  CHOOSE_PARITY_CALL: ["make_choice", "pick_parity", "get_parity_choice", "choose", "decide", "match.choose"],
  GAME_OVER: ["receive_game_over", "match_finished", "game_result", "onGameOver", "match.ended"],
  MATCH_RESULT_REPORT: ["report_result", "submit_result", "match_report", "record_match_result"],
  LEAGUE_STANDINGS_UPDATE: ["standings_update", "receive_standings", "update_table"],
  ROUND_COMPLETED: ["round_finished", "round_over"],
  LEAGUE_COMPLETED: ["league_over", "season_finished"],
};

/** Other names of members, by the name of the contract. */
const members: Words["members"] = {
  match_id: ["game_id", "matchId", "match", "contest_id"],
  opponent_id: ["opponent", "rival_id", "opponentId", "adversary"],
  role_in_match: ["role", "side", "position"],
  player_id: ["player", "agent_id", "participant_id"],
  round_id: ["round", "round_number", "roundId"],
  league_id: ["league", "tournament_id"],
  parity_choice: ["choice", "pick", "selection", "my_parity"],
  accept: ["accepted", "joined", "will_play"],
  deadline: ["due_at", "respond_by"],
};

const nests: Words["nests"] = {
  GAME_INVITATION: ["game_invitation", "invitation", "details"],
  CHOOSE_PARITY_CALL: ["parity_context", "request_details", "question"],
};

export const familiar: Words = { methods, members, orders: [], wraps: ["payload", "data", "msg"], nests };

/**
 * Words that were not used to write the rules: quote the share of played forms with these words. A word of this list
 * that is added to the rules is replaced here by another one.
 */
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
