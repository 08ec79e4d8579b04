/** Some players take messages only from referees whose ids they were given, and refuse all others for their sender. */
import type { RunContext } from "../fixtures/context.js";
import type { Answer } from "../peers/answer.js";

/** The id of the first referee of a league, which such a player is most likely to accept. */
const FIRST_REFEREE = "REF01";

/** A refusal whose text is about the sender. */
export function isOfSender(answer: Answer): boolean {
  if (answer.outcome !== "refusal") return false;
  const { message, data } = answer.refusal;
  return /\b(?:sender|referee)\b/i.test(`${message} ${JSON.stringify(data ?? "")}`);
}

/**
 * Probes as the first referee of a league; if a probe is understood, all referees of the run have its id.
 *
 * @returns undefined where it is not understood either
 */
export async function asKnownReferee<T>(
  context: RunContext,
  look: () => Promise<T>,
  isUnderstood: (seen: T) => boolean,
): Promise<T | undefined> {
  if (context.role !== "player" || context.knownReferee !== undefined) return undefined;
  context.knownReferee = FIRST_REFEREE;
  const seen = await look();
  if (isUnderstood(seen)) return seen;
  delete context.knownReferee;
  return undefined;
}

export function knownRefereeNotes({ knownReferee }: RunContext): string[] {
  if (knownReferee === undefined) return [];
  return [
    `the player refuses other referees, and accepts ${knownReferee}: the referees of the run have this id, except in player/join/joins-in-time`,
  ];
}
