/** Errors of the contract in answers of any form: they show that the form of the message is supported. */

/** A refusal about the state of the league or the match, by its code or its text. */
export const leagueRefusal =
  /\bE0(?:0[5-9]|13)\b|\b(?:PLAYER|REFEREE)_NOT_(?:FOUND|REGISTERED)\b|\bnot (?:yet )?registered\b/;

/**
 * The code of an error about the token, which the peer's league issues; undefined for other errors. The text is checked
 * because some agents use the same codes for other errors.
 */
export function tokenRefusal(text: string): string | undefined {
  return /token|auth/i.test(text) ? /\bE01[12]\b/.exec(text)?.[0] : undefined;
}
