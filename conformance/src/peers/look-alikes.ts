/**
 * Senders that an agent accepts as the league manager only if it compares a part of the name. They also break the
 * schema, so an agent may refuse them for that.
 */
export const LOOK_ALIKES = ["league_manager_2", "old_league_manager"] as const;

export const REFUSED_LOOK_ALIKE = ["E012", -32_602] as const;
