/** Errors of the contract in answers of any form: they show that the form of the message was understood. */

/** About the state of the league or the match, by its code or in words. */
export const leagueRefusal =
  /\bE0(?:0[5-9]|13)\b|\b(?:PLAYER|REFEREE)_NOT_(?:FOUND|REGISTERED)\b|\bnot (?:yet )?registered\b/;

/**
 * The code of an error about the token, which the league of the peer gives out; undefined for other errors. Agents that number
 * their errors otherwise speak of something else under the same code.
 */
export function tokenRefusal(text: string): string | undefined {
  return /token|auth/i.test(text) ? /\bE01[12]\b/.exec(text)?.[0] : undefined;
}
