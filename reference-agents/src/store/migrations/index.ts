/** All schema versions, in order. A released version is never changed; a change is a new version. */
import type { Migration } from "kysely";
import { league0001 } from "./0001-league.js";
import { learnedWire0002 } from "./0002-learned-wire.js";
import { plainNames0003 } from "./0003-plain-names.js";

export const migrations: Readonly<Record<string, Migration>> = {
  "0001-league": league0001,
  "0002-learned-wire": learnedWire0002,
  "0003-plain-names": plainNames0003,
};
