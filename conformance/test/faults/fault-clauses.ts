/**
 * For the messages of each role, the clauses that a wrong member of them breaks, and those that a missing, late or
 * repeated message breaks: taken from the texts of `spec/requirements`, not from the checks. Several where the texts
 * apply together.
 */
import type { Role } from "../../src/types.js";

/** A JSON Pointer (`*` is the last member) or the name of a lapse, to clauses, separated by spaces. */
type Broken = Readonly<Record<string, string>>;

/** `TYPE` is a request that the agent sends; `> TYPE` its answer to such a request. */
export type FaultClauses = Readonly<Record<string, Broken>>;

const ENVELOPE: Broken = {
  "/protocol": "TRN-ENV-01",
  "/message_type": "TRN-ENV-01",
  "/conversation_id": "TRN-ENV-01",
  "/timestamp": "TRN-ENV-04 TRN-ENV-05",
};
const ANSWER: Broken = { "#/jsonrpc": "TRN-RPC-02", "#/id": "TRN-ID-01", "#/result": "TRN-RPC-03" };
/** A request without params has none of the envelope either. */
const CALL: Broken = { "#/jsonrpc": "TRN-OUT-01", "#/params": "TRN-OUT-01 TRN-ENV-01" };

/** An answer that is a plain acknowledgement. */
function acknowledgement(silent: string, members: Broken = {}): Broken {
  return { ...ANSWER, "/conversation_id": "TRN-ENV-06", silent: `TRN-RPC-01 ${silent}`, ...members };
}

const PLAYERS_ACK: Broken = { "/message_type": "PLY-ACK-04", "/auth_token": "PLY-REG-08" };
const PLAYER: FaultClauses = {
  LEAGUE_REGISTER_REQUEST: {
    ...{ ...ENVELOPE, ...CALL },
    "/player_meta/display_name": "PLY-REG-01 PLY-REG-02",
    "/player_meta/contact_endpoint": "PLY-REG-01 PLY-REG-02 PLY-REG-03",
    "/player_meta/version": "PLY-REG-02",
    "/player_meta/game_types": "PLY-REG-02",
  },
  "> GAME_INVITATION": {
    ...{ ...ENVELOPE, ...ANSWER },
    "/message_type": "TRN-ENV-01 PLY-JOIN-01",
    "/sender": "TRN-ENV-02 PLY-REG-07",
    "/auth_token": "PLY-REG-08",
    "/conversation_id": "PLY-JOIN-03 TRN-ENV-01",
    "/match_id": "PLY-JOIN-04",
    "/player_id": "PLY-JOIN-04 PLY-REG-07",
    "/accept": "PLY-JOIN-02",
    "/arrival_timestamp": "PLY-JOIN-02",
    silent: "PLY-JOIN-01 PLY-JOIN-05 PLY-JOIN-06 PLY-JOIN-07 PLY-AUTH-01 PLY-AUTH-02",
  },
  "> CHOOSE_PARITY_CALL": {
    ...{ ...ENVELOPE, ...ANSWER },
    "/message_type": "TRN-ENV-01 PLY-CHOICE-01",
    "/sender": "TRN-ENV-02 PLY-REG-07",
    "/auth_token": "PLY-REG-08",
    "/conversation_id": "PLY-CHOICE-05 TRN-ENV-01",
    "/match_id": "PLY-CHOICE-06",
    "/player_id": "PLY-CHOICE-06 PLY-REG-07",
    "/parity_choice": "PLY-CHOICE-02",
    silent: "PLY-CHOICE-01 PLY-CHOICE-07 PLY-CHOICE-09 PLY-CHOICE-10 PLY-CHOICE-11 PLY-AUTH-01 PLY-AUTH-02",
  },
  "> GAME_OVER": acknowledgement("PLY-ACK-02 PLY-ACK-05", { ...PLAYERS_ACK, "/match_id": "PLY-ACK-04" }),
  "> ROUND_ANNOUNCEMENT": acknowledgement("PLY-ACK-01", { ...PLAYERS_ACK, "/round_id": "PLY-ACK-04" }),
  "> LEAGUE_STANDINGS_UPDATE": acknowledgement("PLY-ACK-01", PLAYERS_ACK),
  "> ROUND_COMPLETED": acknowledgement("PLY-ACK-01", PLAYERS_ACK),
  "> LEAGUE_COMPLETED": acknowledgement("PLY-ACK-03", PLAYERS_ACK),
  "> GAME_ERROR": acknowledgement("PLY-ERR-02"),
  "> LEAGUE_ERROR": acknowledgement("PLY-ERR-02"),
  "> SHUTDOWN_COMMAND": acknowledgement("PLY-STOP-01 PLY-STOP-02"),
};

const TO_PLAYER: Broken = {
  ...{ ...ENVELOPE, ...CALL },
  "/sender": "TRN-ENV-02 REF-REG-04",
  "/auth_token": "REF-REG-04",
  "/conversation_id": "REF-INV-03 TRN-ENV-01",
};
const RESULT = "REF-OVER-01 REF-OVER-02 REF-DRAW-01 REF-DRAW-04 REF-DRAW-05 REF-DRAW-06 REF-OVER-03";
const REFEREE: FaultClauses = {
  REFEREE_REGISTER_REQUEST: {
    ...{ ...ENVELOPE, ...CALL },
    "/referee_meta/display_name": "REF-REG-01 REF-REG-02",
    "/referee_meta/contact_endpoint": "REF-REG-01 REF-REG-02",
    "/referee_meta/version": "REF-REG-01 REF-REG-02",
    "/referee_meta/game_types": "REF-REG-01 REF-REG-02",
    "/referee_meta/max_concurrent_matches": "REF-REG-02 REF-PAR-02",
  },
  GAME_INVITATION: {
    ...TO_PLAYER,
    "/league_id": "REF-INV-02",
    "/round_id": "REF-INV-02",
    "/match_id": "REF-INV-02",
    "/opponent_id": "REF-INV-02",
    "/role_in_match": "REF-INV-02",
    repeated: "REF-JOIN-01",
    late: "REF-INV-01 REF-JOIN-01",
  },
  CHOOSE_PARITY_CALL: {
    ...TO_PLAYER,
    "/match_id": "REF-CHOICE-03",
    "/player_id": "REF-CHOICE-03",
    "/game_type": "REF-CHOICE-03",
    "/context/opponent_id": "REF-CHOICE-03",
    "/context/round_id": "REF-CHOICE-03",
    "/deadline": "REF-CHOICE-03",
    "/context/your_standings/wins": "REF-CHOICE-04",
    "/context/your_standings/draws": "REF-CHOICE-04",
    "/context/your_standings/losses": "REF-CHOICE-04",
    repeated: "REF-CHOICE-05",
    late: "REF-CHOICE-01 REF-CHOICE-05",
  },
  GAME_OVER: {
    ...TO_PLAYER,
    "/game_result/status": `${RESULT} REF-LOSS-01`,
    "/game_result/winner_player_id": `${RESULT} REF-LOSS-01 REF-LOSS-05`,
    "/game_result/drawn_number": RESULT,
    "/game_result/number_parity": RESULT,
    "/game_result/choices/*": `${RESULT} REF-CHOICE-05 REF-CHOICE-08`,
    "/game_result/reason": "REF-OVER-01 REF-OVER-02",
    repeated: "REF-OVER-01",
    missing: "REF-OVER-01 REF-LOSS-07",
  },
  MATCH_RESULT_REPORT: {
    ...{ ...ENVELOPE, ...CALL },
    "/sender": "TRN-ENV-02 REF-REG-04",
    "/auth_token": "REF-REG-04",
    "/conversation_id": "REF-INV-05 TRN-ENV-01",
    "/league_id": "REF-REP-02",
    "/round_id": "REF-REP-02",
    "/match_id": "REF-REP-02",
    "/result/winner": "REF-REP-02 REF-REP-03 REF-LOSS-01",
    "/result/status": "REF-REP-05 REF-LOSS-01",
    "/result/score/*": "REF-REP-03",
    "/result/details/drawn_number": "REF-REP-02 REF-DRAW-01",
    "/result/details/number_parity": "REF-REP-05 REF-DRAW-01",
    "/result/details/choices/*": "REF-REP-02 REF-DRAW-06",
    "/result/details/reason": "REF-REP-05",
    repeated: "REF-REP-01",
    missing: "REF-REP-01 REF-LOSS-07",
  },
  GAME_ERROR: {
    ...{ ...ENVELOPE, ...CALL },
    "/conversation_id": "REF-INV-05 TRN-ENV-01",
    "/error_code": "REF-LOSS-08 REF-JOIN-03 REF-CHOICE-07 REF-CHOICE-10",
    "/retry_info": "REF-JOIN-03 REF-CHOICE-07 REF-CHOICE-10",
    missing: "REF-JOIN-03 REF-CHOICE-07 REF-CHOICE-10",
  },
  "> RUN_MATCH": acknowledgement("REF-RUN-01 REF-RUN-02 REF-RUN-03 REF-RUN-04 REF-RUN-06", {
    "/match_id": "REF-RUN-02",
    "/status": "REF-RUN-02 REF-RUN-03",
    "/message_type": "REF-RUN-03",
  }),
  // A referee that starts its matches on the announcement starts none if that fails.
  "> ROUND_ANNOUNCEMENT": acknowledgement("REF-END-03 REF-RUN-01"),
  "> LEAGUE_COMPLETED": acknowledgement("REF-END-03"),
  "> SHUTDOWN_COMMAND": acknowledgement("REF-END-04"),
};

const TABLE = "LM-TAB-01 LM-TAB-02 LM-TAB-03 LM-TAB-04";
const FROM_MANAGER: Broken = { ...ENVELOPE, ...CALL, "/sender": "TRN-ENV-02" };
const GRANT: Broken = {
  ...ENVELOPE,
  ...ANSWER,
  "/sender": "TRN-ENV-02",
  "/conversation_id": "TRN-ENV-01 TRN-ENV-06",
};
function rows(pointer: string, more = ""): Broken {
  const members = ["player_id", "display_name", "played", "wins", "draws", "losses", "points", "rank"];
  return Object.fromEntries(members.map((name) => [`${pointer}/*/${name}`, `${TABLE} ${more}`.trim()]));
}
/** The clauses about refused registrations. */
const REFUSALS = "LM-REG-06 LM-REG-07 LM-REG-08 LM-REG-09";
const MANAGER: FaultClauses = {
  "> LEAGUE_REGISTER_REQUEST": {
    ...GRANT,
    "/status": `LM-REG-01 ${REFUSALS}`,
    "/player_id": "LM-REG-01 LM-REG-03 LM-REG-04",
    "/auth_token": "LM-REG-01 LM-REG-05 LM-REG-12",
    "/league_id": "LM-REG-01",
    "/reason": REFUSALS,
    silent: `LM-REG-01 LM-REG-10 ${REFUSALS}`,
  },
  "> REFEREE_REGISTER_REQUEST": {
    ...GRANT,
    "/status": `LM-REG-02 ${REFUSALS}`,
    "/referee_id": "LM-REG-02 LM-REG-03 LM-REG-04",
    "/auth_token": "LM-REG-02 LM-REG-05 LM-REG-12",
    "/league_id": "LM-REG-02",
    silent: `LM-REG-02 LM-REG-10 ${REFUSALS}`,
  },
  "> MATCH_RESULT_REPORT": acknowledgement("LM-RES-01 LM-RES-03 LM-RES-04 LM-RES-05 LM-RES-06 LM-RES-09", {
    "/match_id": "LM-RES-10",
    "/status": "LM-RES-10",
    "/message_type": "LM-RES-10",
  }),
  "> LEAGUE_QUERY": {
    ...GRANT,
    ...rows("/data/standings", "LM-QRY-01 LM-QRY-04"),
    "/data/standings": "LM-QRY-01 LM-QRY-04 LM-TAB-02",
    "/data/next_match/match_id": "LM-QRY-02 LM-QRY-04",
    "/data/next_match/opponent_id": "LM-QRY-02 LM-QRY-04",
    "/data/next_match/round_id": "LM-QRY-02 LM-QRY-04",
    "/data/schedule/total_matches": "LM-QRY-02 LM-QRY-04",
    "/data/stats/points": "LM-QRY-02 LM-QRY-04",
    "/data/stats/wins": "LM-QRY-02 LM-QRY-04",
    silent: "LM-QRY-01 LM-QRY-02 LM-QRY-03 LM-QRY-04",
  },
  ROUND_ANNOUNCEMENT: {
    ...FROM_MANAGER,
    "/round_id": "LM-ROUND-01 LM-SCHED-03",
    "/matches": "LM-ROUND-01 LM-ROUND-02 LM-SCHED-01 LM-SCHED-02",
    "/matches/*/match_id": "LM-ROUND-01 LM-ROUND-02 LM-SCHED-03",
    "/matches/*/player_A_id": "LM-ROUND-01 LM-ROUND-02 LM-SCHED-01 LM-SCHED-02 LM-MATCH-01",
    "/matches/*/player_B_id": "LM-ROUND-01 LM-ROUND-02 LM-SCHED-01 LM-SCHED-02 LM-MATCH-01",
    "/matches/*/referee_endpoint": "LM-ROUND-02 LM-ROUND-01",
    missing: "LM-ROUND-01 LM-END-02",
    repeated: "LM-ROUND-05",
  },
  RUN_MATCH: {
    ...FROM_MANAGER,
    "/league_id": "LM-MATCH-02",
    "/round_id": "LM-MATCH-02",
    "/match_id": "LM-MATCH-01 LM-MATCH-02 LM-ROUND-02",
    "/game_type": "LM-MATCH-02",
    "/player_A_id": "LM-MATCH-01 LM-MATCH-02",
    "/player_B_id": "LM-MATCH-01 LM-MATCH-02",
    "/player_A_endpoint": "LM-MATCH-02 LM-MATCH-01",
    "/player_B_endpoint": "LM-MATCH-02 LM-MATCH-01",
    repeated: "LM-MATCH-02 LM-MATCH-01",
    missing: "LM-MATCH-01",
  },
  LEAGUE_STANDINGS_UPDATE: {
    ...FROM_MANAGER,
    ...rows("/standings"),
    "/round_id": "LM-ROUND-04",
    "/standings": "LM-TAB-02",
    missing: "LM-ROUND-04",
  },
  ROUND_COMPLETED: {
    ...FROM_MANAGER,
    "/round_id": "LM-ROUND-04 LM-ROUND-05",
    "/matches_played": "LM-ROUND-04",
    "/next_round_id": "LM-ROUND-04",
    missing: "LM-ROUND-04",
    repeated: "LM-ROUND-05 LM-ROUND-04",
  },
  LEAGUE_COMPLETED: {
    ...FROM_MANAGER,
    ...rows("/final_standings", "LM-END-01"),
    "/total_rounds": "LM-END-01",
    "/total_matches": "LM-END-01",
    "/champion/player_id": "LM-END-01",
    missing: "LM-END-01 LM-END-02",
    repeated: "LM-END-01",
  },
};

export const FAULT_CLAUSES: Readonly<Record<Role, FaultClauses>> = {
  player: PLAYER,
  referee: REFEREE,
  manager: MANAGER,
};

/** The clauses about a message that is sent, or answered, again: a wrong repetition may break them too. */
export const REPEATED: Readonly<Record<string, string>> = {
  LEAGUE_REGISTER_REQUEST: "PLY-REG-04 PLY-REG-05",
  REFEREE_REGISTER_REQUEST: "REF-REG-03",
  "> GAME_INVITATION": "PLY-JOIN-07",
  "> CHOOSE_PARITY_CALL": "PLY-CHOICE-07 PLY-CHOICE-08",
  "> GAME_OVER": "PLY-ACK-05",
  GAME_INVITATION: "REF-JOIN-03",
  CHOOSE_PARITY_CALL: "REF-CHOICE-07 REF-CHOICE-10",
  MATCH_RESULT_REPORT: "REF-REP-02 REF-REP-04 REF-RUN-04 REF-KEEP-02",
  "> RUN_MATCH": "REF-RUN-04",
  "> LEAGUE_REGISTER_REQUEST": "LM-REG-10",
  "> REFEREE_REGISTER_REQUEST": "LM-REG-10",
  "> MATCH_RESULT_REPORT": "LM-RES-03",
  ROUND_ANNOUNCEMENT: "LM-ROUND-06",
  RUN_MATCH: "LM-MATCH-02 LM-MATCH-04",
};
