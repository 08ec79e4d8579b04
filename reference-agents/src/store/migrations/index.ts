/** Every schema there ever was, in order; one that was released is never changed, another one follows it. */
import type { Migration } from "kysely";
import { league0001 } from "./0001-league.js";
import { learnedWire0002 } from "./0002-learned-wire.js";
import { plainNames0003 } from "./0003-plain-names.js";

export const migrations: Readonly<Record<string, Migration>> = {
  "0001-league": league0001,
  "0002-learned-wire": learnedWire0002,
  "0003-plain-names": plainNames0003,
};
