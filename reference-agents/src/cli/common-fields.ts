/** The settings that several commands share. */

import { resolve } from "node:path";
import { protocol } from "@league-v2/contract/protocol";
import type { LogLevel } from "../log/json-log.js";
import {
  agentUrl,
  alsoCalled,
  choice,
  field,
  integer,
  list,
  ok,
  optional,
  port,
  refused,
  text,
} from "../settings/field.js";
import { type StorePlace, storePlace } from "../store/store-place.js";

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

/** Not in the module of the logger, which a help text must not load. */
const logLevels: readonly LogLevel[] = ["debug", "info", "warn", "error", "critical", "silent"];

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

/** One hour. */
const longestGraceMs = 3_600_000;
const maxRequests = 1_000_000;

const graceField = integer({
  minimum: 0,
  maximum: longestGraceMs,
  defaultValue: protocol.shutdownGraceMs,
  variable: "LEAGUE_GRACE",
  help: "time for running matches when the agent is stopped, in ms",
});

const file = (variable: string, help: string) => optional(text({ placeholder: "<file>", variable, help }));

/** The server of an agent: who may call it, and how often. */
export const limitFields = {
  bearerFile: file(
    "LEAGUE_BEARER_FILE",
    "a file with the secret that all agents of the league share; or the secret itself in LEAGUE_BEARER",
  ),
  tlsKey: file("LEAGUE_TLS_KEY", "its private key in PEM, to serve HTTPS"),
  tlsCert: file("LEAGUE_TLS_CERT", "its certificate in PEM, with those between it and the trusted one"),
  tlsCa: file("LEAGUE_TLS_CA", "the certificate in PEM that is trusted when others are called"),
  connectTimeout: integer({
    minimum: 0,
    maximum: longestGraceMs,
    defaultValue: 0,
    variable: "LEAGUE_CONNECT_TIMEOUT",
    help: "time for a connection to another agent, in ms; 0 for the deadline of the message",
  }),
  requestRate: integer({
    minimum: 0,
    maximum: maxRequests,
    defaultValue: protocol.limits.requestsPerSecond,
    variable: "LEAGUE_REQUEST_RATE",
    help: "requests a second that one other machine may send; 0 for any number",
  }),
};

/** Which forms of messages an agent reads and writes beside the contract's. */
export const formsField = text({
  placeholder: "<forms>",
  defaultValue: "any",
  variable: "LEAGUE_FORMS",
  help: "contract, documented (the documents' forms), any (also forms that are inferred), or the path of a form in JSON (see docs/forms.md of @league-v2/sdk)",
});

export const storeField = optional(
  field<StorePlace>(
    {
      variable: "LEAGUE_STORE",
      help: "where the league is kept: memory, sqlite:<file> or postgres://<user>:<password>@<host>/<database>",
    },
    "<place>",
    {
      check(value) {
        const found = typeof value === "string" ? storePlace(value) : null;
        return found === null ? refused("memory, sqlite:<file> or postgres://…") : ok(found);
      },
    },
  ),
);

/** The same place, with the path of its file resolved against the folder in which the command runs. */
export function placeIn(folder: string, store: StorePlace): StorePlace {
  return store.kind === "sqlite" ? { kind: "sqlite", file: resolve(folder, store.file) } : store;
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
