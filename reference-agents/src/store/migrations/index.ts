/** All schema versions, in order. A released version is never changed; a change is a new version. */
import type { Migration } from "kysely";
import { league0001 } from "./0001-league.js";
import { gameType0002 } from "./0002-game-type.js";

export const migrations: Readonly<Record<string, Migration>> = {
  "0001-league": league0001,
  "0002-game-type": gameType0002,
};
