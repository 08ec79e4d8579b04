import { protocolGameTypes } from "@league-v2/contract";

/** The one game that is played here. */
export const gameType = protocolGameTypes[0];
