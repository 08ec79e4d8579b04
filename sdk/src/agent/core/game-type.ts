import { protocolGameTypes } from "@league-v2/contract";

/** The only supported game. */
export const gameType = protocolGameTypes[0];
