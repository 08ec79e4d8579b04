/** The settings of `league manager`. */
import { protocol } from "@league-v2/contract/protocol";
import type { SettingsOf } from "../settings/field.js";
import { choice, flag, list, port } from "../settings/kinds.js";
import {
  dataField,
  gamesField,
  hostField,
  leagueIdField,
  logLevelField,
  playersField,
  refereesField,
} from "./common-fields.js";
import { formsField } from "./forms-field.js";
import { limitFields } from "./limit-fields.js";
import { storeField } from "./store-field.js";

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
