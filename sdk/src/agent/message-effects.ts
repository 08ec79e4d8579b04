/** Classifies messages by their effect on the receiver: a message with an effect is not repeated in another form. */

/** Notifications: receiving one twice, or never, does not change a match. */
const INFORMING: ReadonlySet<string> = new Set([
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "SHUTDOWN_COMMAND",
  "GAME_OVER",
  "ROUND_ANNOUNCEMENT",
  "GAME_ERROR",
  "LEAGUE_ERROR",
]);

/** Requests that the contract retries, and whose repetition gets the same answer. */
const REPEATABLE: ReadonlySet<string> = new Set([
  "GAME_INVITATION",
  "CHOOSE_PARITY_CALL",
  "LEAGUE_QUERY",
  "GET_STANDINGS",
  "GET_MATCH_STATE",
  "GET_PLAYER_STATE",
]);

/** Whether the reply to this message only acknowledges it. */
export function isInforming(type: string): boolean {
  return INFORMING.has(type);
}

/** Messages that a peer can play without: they are tried in few forms. */
const NOTICES: ReadonlySet<string> = new Set([
  "LEAGUE_STANDINGS_UPDATE",
  "ROUND_COMPLETED",
  "LEAGUE_COMPLETED",
  "SHUTDOWN_COMMAND",
  "GAME_ERROR",
  "LEAGUE_ERROR",
]);

/** Whether a peer without this message can still play a match. */
export function isNotice(type: string): boolean {
  return NOTICES.has(type);
}

/** Whether a second delivery of this message may have a second effect. */
export function hasEffect(type: string): boolean {
  return !REPEATABLE.has(type);
}

/**
 * Whether the message is repeated until the league manager answers: registrations and reports. A repetition has no
 * second effect, so the call may be repeated in another form after any error.
 */
export function isRepeatedUntilAnswered(type: string): boolean {
  return REPEATED_UNTIL_ANSWERED.has(type);
}

const REPEATED_UNTIL_ANSWERED: ReadonlySet<string> = new Set([
  "LEAGUE_REGISTER_REQUEST",
  "REFEREE_REGISTER_REQUEST",
  "MATCH_RESULT_REPORT",
]);

/** The role that registers with this message. */
export function registrant(type: string): "player" | "referee" | undefined {
  if (type === "LEAGUE_REGISTER_REQUEST") return "player";
  return type === "REFEREE_REGISTER_REQUEST" ? "referee" : undefined;
}
