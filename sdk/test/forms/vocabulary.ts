/**
 * Words that agents could use where the documents have others. They are written here by hand and independent of the
 * words that the derivation knows: some of these it does not know.
 */
export const methodWords: Readonly<Record<string, readonly string[]>> = {
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
export const memberWords: Readonly<Record<string, readonly string[]>> = {
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

export const wrapWords = ["payload", "data", "msg"];
export const nestWords: Readonly<Record<string, readonly string[]>> = {
  GAME_INVITATION: ["game_invitation", "invitation", "details"],
  CHOOSE_PARITY_CALL: ["parity_context", "request_details", "question"],
};
