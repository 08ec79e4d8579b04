/**
 * Senders that only an agent takes for the league manager which compares a part of the name. As senders they break the schema
 * too: an agent may refuse them for that.
 */
export const LOOK_ALIKES = ["league_manager_2", "old_league_manager"] as const;

export const REFUSED_LOOK_ALIKE = ["E012", -32_602] as const;
