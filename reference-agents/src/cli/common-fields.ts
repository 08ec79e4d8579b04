/** Settings that several commands share. */
import { protocol } from "@league-v2/contract/protocol";
import { logLevels } from "../log/levels.js";
import { alsoCalled, optional } from "../settings/field.js";
import { agentUrl, choice, integer, list, port, text } from "../settings/kinds.js";
import { formsField } from "./forms-field.js";
import { graceField, limitFields } from "./limit-fields.js";

const maxPlayers = 1000;

export const playersField = integer({
  minimum: protocol.league.minimumPlayers,
  maximum: maxPlayers,
  defaultValue: 4,
  variable: "LEAGUE_PLAYERS",
  help: "how many players the league has",
});

export const refereesField = integer({
  minimum: protocol.league.minimumReferees,
  maximum: protocol.ports.referee.last - protocol.ports.referee.first + 1,
  defaultValue: 2,
  variable: "LEAGUE_REFEREES",
  help: "how many referees the league has",
});

export const leagueIdField = optional(
  text({
    placeholder: "<id>",
    maximum: 128,
    pattern: {
      regex: /^[A-Za-z0-9][A-Za-z0-9._:-]*$/,
      expected: "letters, digits and . _ : - only, with a letter or digit first",
    },
    variable: "LEAGUE_ID",
    help: "the league's id, a new one for each league; a random one if left out",
  }),
);

/** For agents that know the rules of their games. */
export const gameField = list({
  placeholder: "<game>",
  defaultValue: [...protocol.gameTypes],
  variable: "LEAGUE_GAME",
  help: "a game that it serves: even_odd, or the path of a module with its rules; the flag again for each",
});

/** For a league manager and a player, which need no rules. */
export const gamesField = list({
  placeholder: "<types>",
  defaultValue: [...protocol.gameTypes],
  variable: "LEAGUE_GAMES",
  help: "the game types of the league, in rotation by round; several with commas, or the flag again",
});

export const dataField = optional(
  text({
    placeholder: "<folder>",
    variable: "LEAGUE_DATA",
    help: "where files and log are written; made if it is missing",
  }),
);

export const logLevelField = choice({
  members: logLevels,
  defaultValue: "info",
  variable: "LEAGUE_LOG_LEVEL",
  help: "the lowest level that is logged; debug logs every message",
});

/** Where the viewer is written, as one HTML file. */
export const htmlField = optional(
  text({
    placeholder: "<file>",
    variable: "LEAGUE_HTML",
    help: "write one HTML file with every match and message; it contains no token",
  }),
);

export const hostField = text({
  placeholder: "<host>",
  defaultValue: "127.0.0.1",
  variable: "LEAGUE_HOST",
  help: "name or address to listen on",
});

/** @param defaultValue none: the name is required */
export function nameField(defaultValue?: string) {
  const name = text({
    placeholder: "<name>",
    maximum: 64,
    variable: "LEAGUE_NAME",
    help: "display name, unique in the league",
    ...(defaultValue === undefined ? {} : { defaultValue }),
  });
  return alsoCalled(name, "displayName");
}

/** The common fields of a referee and a player. */
export const memberFields = {
  port: port({ defaultValue: 0, variable: "LEAGUE_PORT", help: "port to listen on; 0 takes any free one" }),
  host: hostField,
  endpoint: optional(
    agentUrl({
      path: protocol.paths.mcp,
      variable: "LEAGUE_ENDPOINT",
      help: "the address for other agents, if it differs from the one listened on",
    }),
  ),
  league: alsoCalled(
    agentUrl({
      path: protocol.paths.mcp,
      defaultValue: `http://127.0.0.1:${protocol.ports.leagueManager}${protocol.paths.mcp}`,
      variable: "LEAGUE_URL",
      help: "address of the league manager",
    }),
    "leagueUrl",
    "leagueManager",
    "leagueManagerUrl",
  ),
  name: nameField(),
  forms: formsField,
  data: dataField,
  logLevel: logLevelField,
  grace: graceField,
  ...limitFields,
};
