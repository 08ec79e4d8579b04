/** Settings of the server of an agent: who may call it, how often, and how long its shutdown may take. */
import { protocol } from "@league-v2/contract/protocol";
import { optional } from "../settings/field.js";
import { integer, text } from "../settings/kinds.js";

/** One hour. */
const longestGraceMs = 3_600_000;
const maxRequests = 1_000_000;

export const graceField = integer({
  minimum: 0,
  maximum: longestGraceMs,
  defaultValue: protocol.shutdownGraceMs,
  variable: "LEAGUE_GRACE",
  help: "time for running matches when the agent is stopped, in ms",
});

const file = (variable: string, help: string) => optional(text({ placeholder: "<file>", variable, help }));

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
