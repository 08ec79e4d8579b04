/** The settings of each command. */

import { protocol } from "@league-v2/contract/protocol";
import {
  agentUrl,
  choice,
  flag,
  integer,
  list,
  optional,
  port,
  type SettingsOf,
  text,
} from "../settings/field.js";
import { strategyNames, strategyPattern } from "../strategies/names.js";
import {
  dataField,
  formsField,
  gameField,
  gamesField,
  hostField,
  htmlField,
  leagueIdField,
  limitFields,
  logLevelField,
  memberFields,
  nameField,
  playersField,
  refereesField,
  storeField,
} from "./common-fields.js";

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

export const managerFields = {
  port: port({
    defaultValue: protocol.ports.leagueManager,
    variable: "LEAGUE_PORT",
    help: "port to listen on; 0 takes any free one",
  }),
  host: hostField,
  players: playersField,
  referees: refereesField,
  leagueId: leagueIdField,
  games: gamesField,
  allowHost: list({
    placeholder: "<host>",
    defaultValue: [],
    variable: "LEAGUE_ALLOW_HOST",
    help: "an allowed host of agents, in addition to loopback; several with commas, or the flag again",
  }),
  checkEndpoints: flag({
    variable: "LEAGUE_CHECK_ENDPOINTS",
    help: "reject an agent whose address does not answer when it registers",
  }),
  forms: formsField,
  data: dataField,
  store: storeField,
  logLevel: logLevelField,
  referee: choice({
    members: ["external", "embedded"],
    defaultValue: "external",
    variable: "LEAGUE_REFEREE",
    help: "embedded: the manager runs one of the referees in its own process",
  }),
  ...limitFields,
  stay: flag({ variable: "LEAGUE_STAY", help: "answer queries after the end of the league, until stopped" }),
};

/** The defaults of RS, "Running the System". */
export const rsManagerFields = {
  ...managerFields,
  players: { ...playersField, defaultValue: { value: 2 } },
  referees: { ...refereesField, defaultValue: { value: 1 } },
  referee: { ...managerFields.referee, defaultValue: { value: "embedded" as const } },
};

export type ManagerSettings = SettingsOf<typeof managerFields>;

export const refereeFields = {
  ...memberFields,
  name: nameField("Referee"),
  maxMatches: integer({
    minimum: 1,
    maximum: 1000,
    defaultValue: protocol.league.defaultMaxConcurrentMatches,
    variable: "LEAGUE_MAX_MATCHES",
    help: "how many matches it runs at once",
  }),
  game: gameField,
  noRegister: flag({
    variable: "LEAGUE_NO_REGISTER",
    help: "belong to no league: only direct matches are played, for any caller",
  }),
};

export type RefereeSettings = SettingsOf<typeof refereeFields>;

export const playerFields = {
  ...memberFields,
  games: gamesField,
  strategy: text({
    placeholder: "<strategy>",
    defaultValue: "random",
    variable: "LEAGUE_STRATEGY",
    pattern: strategyPattern,
    help: `${strategyNames.join(", ")}, or the path of a module of your own`,
  }),
};

export type PlayerSettings = SettingsOf<typeof playerFields>;

export const mcpFields = { ...memberFields, game: gameField };

export type McpSettings = SettingsOf<typeof mcpFields>;

export const tapFields = {
  listen: port({
    defaultValue: 0,
    variable: "LEAGUE_LISTEN",
    help: "port to listen on; 0 takes any free one",
  }),
  target: agentUrl({
    path: protocol.paths.mcp,
    variable: "LEAGUE_TARGET",
    plain: "A tap cannot read what is encrypted.",
    help: "address of the agent behind the tap, http only",
  }),
  report: optional(
    text({
      placeholder: "<file>",
      variable: "LEAGUE_REPORT",
      help: "where the report is written at the end, as league-conformance writes its own",
    }),
  ),
  html: htmlField,
};

export type TapSettings = SettingsOf<typeof tapFields>;

export const doctorFields = {
  url: agentUrl({
    path: protocol.paths.mcp,
    variable: "LEAGUE_DOCTOR_URL",
    help: "address of the agent that is examined",
  }),
  role: choice({
    members: ["any", "player", "referee", "manager"],
    defaultValue: "any",
    variable: "LEAGUE_DOCTOR_ROLE",
    help: "what the agent is; any tries a player, a referee and a manager in this order",
  }),
  out: optional(
    text({
      placeholder: "<file>",
      variable: "LEAGUE_DOCTOR_OUT",
      help: "where the form is written, for --forms of league and --wire of league-conformance",
    }),
  ),
  json: flag({ variable: "LEAGUE_DOCTOR_JSON", help: "print one JSON object in place of the lines" }),
};

export type DoctorSettings = SettingsOf<typeof doctorFields>;

export const newFields = {
  folder: optional(
    text({ placeholder: "<path>", variable: "LEAGUE_NEW_FOLDER", help: "where the project is made" }),
  ),
  template: optional(
    text({
      placeholder: "<name>",
      variable: "LEAGUE_NEW_TEMPLATE",
      help: "player, worker (a player for a runtime that serves with fetch), referee or python (a player)",
    }),
  ),
  name: optional(
    text({ placeholder: "<name>", variable: "LEAGUE_NAME", help: "display name in the league" }),
  ),
  league: optional(
    text({ placeholder: "<url>", variable: "LEAGUE_URL", help: "address of the league manager" }),
  ),
  yes: flag({ variable: "LEAGUE_NEW_YES", help: "take the defaults, ask nothing" }),
};
