/** Classifies messages by their effect on the receiver: a message with an effect is not sent again in another form. */

/**
 * - `notice`: a peer can play without it, so no form is searched for it
 * - `information`: a second delivery does not change a match
 * - `repeatable`: the contract retries the request, and a repetition gets the same answer
 * - `effect`: another form is tried only after an answer that the call is unknown
 */
export type Effect = "notice" | "information" | "repeatable" | "effect";

const effects: Readonly<Record<string, Effect>> = {
  ROUND_ANNOUNCEMENT: "information",
  GAME_OVER: "information",
  GAME_INVITATION: "repeatable",
  CHOOSE_PARITY_CALL: "repeatable",
  LEAGUE_QUERY: "repeatable",
  RUN_MATCH: "effect",
  LEAGUE_REGISTER_REQUEST: "effect",
  REFEREE_REGISTER_REQUEST: "effect",
  MATCH_RESULT_REPORT: "effect",
};

/** An announcement that begins a match has the effect of an order. */
export function effectOf({ type, isOrder }: { readonly type: string; readonly isOrder?: true }): Effect {
  return isOrder === true ? "effect" : (effects[type] ?? "notice");
}

/** The role that registers with this message. */
export function registrant(type: string): "player" | "referee" | undefined {
  if (type === "LEAGUE_REGISTER_REQUEST") return "player";
  return type === "REFEREE_REGISTER_REQUEST" ? "referee" : undefined;
}

/** Whether a peer takes its time to answer a message, or pushes its answer later. */
export function isAsked(type: string): boolean {
  return type === "GAME_INVITATION" || type === "CHOOSE_PARITY_CALL";
}

/** Whether the answer to a message only acknowledges it. */
export function isInformed(type: string): boolean {
  const effect = effectOf({ type });
  return effect === "notice" || effect === "information" || type === "MATCH_RESULT_REPORT";
}
