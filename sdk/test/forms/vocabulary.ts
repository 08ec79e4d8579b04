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
