/** The settings of `league play`. */
import { optional, type SettingsOf } from "../settings/field.js";
import { flag, integer, list, port } from "../settings/kinds.js";
import { strategyPattern } from "../strategies/names.js";
import {
  dataField,
  htmlField,
  leagueIdField,
  logLevelField,
  playersField,
  refereesField,
} from "./common-fields.js";
import { storeField } from "./store-field.js";

/** Each manager has its own connections to the database, and PostgreSQL allows a hundred by default. */
const maxManagers = 5;

export const playFields = {
  players: playersField,
  referees: refereesField,
  strategies: list({
    placeholder: "<names>",
    defaultValue: ["random", "frequency", "pattern"],
    variable: "LEAGUE_STRATEGIES",
    pattern: strategyPattern,
    help: "strategies, given to the players in turn, with commas between; names or module paths",
  }),
  seed: optional(
    integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      variable: "LEAGUE_SEED",
      help: "choices and drawn numbers follow from it: the same league again; a random one for --memory",
    }),
  ),
  memory: flag({
    variable: "LEAGUE_MEMORY",
    help: "play in memory on simulated time, without sockets and waiting",
  }),
  port: port({
    defaultValue: 0,
    variable: "LEAGUE_PORT",
    help: "port of the league manager, referees and players have those after it; 0 takes any free ones",
  }),
  leagueId: leagueIdField,
  data: dataField,
  store: storeField,
  managers: integer({
    minimum: 1,
    maximum: maxManagers,
    defaultValue: 1,
    variable: "LEAGUE_MANAGERS",
    help: "how many managers serve the league, from one database in PostgreSQL",
  }),
  html: htmlField,
  watch: flag({
    variable: "LEAGUE_WATCH",
    help: "show the league live on a page, which stays until the command is stopped",
  }),
  json: flag({ variable: "LEAGUE_JSON", help: "print one JSON document instead of the table" }),
  logLevel: logLevelField,
};

export type PlaySettings = SettingsOf<typeof playFields>;
