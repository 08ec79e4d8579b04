/** Classifies messages by their effect on the receiver: a message with an effect is not repeated in another form. */

/**
 * - `notice`: a peer can play without it, so it is tried in few forms; a second delivery does not change a match
 * - `information`: a second delivery, or none, does not change a match
 * - `repeatable`: the contract retries the request, and a repetition gets the same answer
 * - `until answered`: repeated until the league manager answers; a repetition has no second effect
 */
type Effect = "notice" | "information" | "repeatable" | "until answered";

const effects: Readonly<Record<string, Effect>> = {
  LEAGUE_STANDINGS_UPDATE: "notice",
  ROUND_COMPLETED: "notice",
  LEAGUE_COMPLETED: "notice",
  SHUTDOWN_COMMAND: "notice",
  GAME_ERROR: "notice",
  LEAGUE_ERROR: "notice",
  GAME_OVER: "information",
  ROUND_ANNOUNCEMENT: "information",
  GAME_INVITATION: "repeatable",
  CHOOSE_PARITY_CALL: "repeatable",
  LEAGUE_QUERY: "repeatable",
  GET_STANDINGS: "repeatable",
  GET_MATCH_STATE: "repeatable",
  GET_PLAYER_STATE: "repeatable",
  LEAGUE_REGISTER_REQUEST: "until answered",
  REFEREE_REGISTER_REQUEST: "until answered",
  MATCH_RESULT_REPORT: "until answered",
};

/** Whether the reply to this message only acknowledges it. */
export function isInforming(type: string): boolean {
  return effects[type] === "notice" || effects[type] === "information";
}

/** Whether a peer without this message can still play a match. */
export function isNotice(type: string): boolean {
  return effects[type] === "notice";
}

/** Whether a second delivery of this message may have a second effect. */
export function hasEffect(type: string): boolean {
  return effects[type] !== "repeatable";
}

/** Whether a refused call with this message may be repeated in another form after any error. */
export function isRepeatedUntilAnswered(type: string): boolean {
  return effects[type] === "until answered";
}

/** Whether a referee may start matches at this message. */
export function startsMatches(type: string): boolean {
  return type === "RUN_MATCH" || type === "ROUND_ANNOUNCEMENT";
}

/** The role that registers with this message. */
export function registrant(type: string): "player" | "referee" | undefined {
  if (type === "LEAGUE_REGISTER_REQUEST") return "player";
  return type === "REFEREE_REGISTER_REQUEST" ? "referee" : undefined;
}
