import { protocol } from "@league-v2/contract";

/** The one game that is played here. */
export const gameType = protocol.gameTypes[0];
