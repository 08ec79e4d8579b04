/** Which messages change something at their receiver, so that none of them is sent again in another form. */

/** Messages that inform: what an agent does with them twice, or not at all, decides no match. */
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

/** Questions that the contract repeats by itself, and whose repetition is answered again. */
const REPEATABLE: ReadonlySet<string> = new Set([
  "GAME_INVITATION",
  "CHOOSE_PARITY_CALL",
  "LEAGUE_QUERY",
  "GET_STANDINGS",
  "GET_MATCH_STATE",
  "GET_PLAYER_STATE",
]);

/** Whether the reply to this message says no more than that it was received. */
export function isInforming(type: string): boolean {
  return INFORMING.has(type);
}

/** Messages that a peer can leave out and play all the same: it is not asked in many forms for them. */
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

/** Whether a second delivery of this message may do what the first one did. */
export function hasEffect(type: string): boolean {
  return !REPEATABLE.has(type);
}

/**
 * Messages that are repeated until the league manager answers: registrations and reports. Their repetition has no second effect, so
 * one that was refused can be made in another form, after any error.
 */
export function isToldAgain(type: string): boolean {
  return TOLD_AGAIN.has(type);
}

const TOLD_AGAIN: ReadonlySet<string> = new Set([
  "LEAGUE_REGISTER_REQUEST",
  "REFEREE_REGISTER_REQUEST",
  "MATCH_RESULT_REPORT",
]);

/** Who asks to be let in with this message. */
export function registrant(type: string): "player" | "referee" | undefined {
  if (type === "LEAGUE_REGISTER_REQUEST") return "player";
  return type === "REFEREE_REGISTER_REQUEST" ? "referee" : undefined;
}
