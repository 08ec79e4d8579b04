/** Errors of the contract in answers of any form: they show that the form of the message was understood. */

/** About the state of the league or the match. */
export const leagueRefusal = /\bE0(?:0[5-9]|13)\b/;
/** About the token, which the league of the peer gives out. */
export const tokenRefusal = /\bE01[12]\b/;
