/** The settings of `league simulate`. */
import { protocol } from "@league-v2/contract/protocol";
import { optional, type SettingsOf } from "../settings/field.js";
import { flag, integer, list, text } from "../settings/kinds.js";
import { faultKinds } from "../simulate/fault-kinds.js";
import { htmlField } from "./common-fields.js";

/** The value of `--faults` for no faults. */
export const noFaults = "none";

export const simulateFields = {
  seeds: integer({
    minimum: 1,
    maximum: 10_000_000,
    defaultValue: 100,
    variable: "LEAGUE_SEEDS",
    help: "how many leagues are played, one for each seed",
  }),
  seed: integer({
    minimum: 0,
    maximum: 2 ** 32,
    defaultValue: 1,
    variable: "LEAGUE_SEED",
    help: "the first seed; the league and its faults follow from it",
  }),
  players: integer({
    minimum: protocol.league.minimumPlayers,
    maximum: 30,
    defaultValue: 6,
    variable: "LEAGUE_PLAYERS",
    help: "how many players a league has at most",
  }),
  faults: list({
    placeholder: "<kinds>",
    defaultValue: faultKinds,
    variable: "LEAGUE_FAULTS",
    pattern: {
      regex: new RegExp(`^(?:${[...faultKinds, noFaults].join("|")})$`),
      expected: `one of ${faultKinds.join(", ")}; or ${noFaults} alone`,
    },
    help: `kinds of faults, with commas between; ${noFaults} for leagues without faults`,
  }),
  plan: optional(
    text({
      placeholder: "<file>",
      variable: "LEAGUE_PLAN",
      help: "play one league from a plan in JSON; a league that breaks an invariant prints its plan",
    }),
  ),
  trace: flag({ variable: "LEAGUE_TRACE", help: "with --plan: print every event" }),
  html: htmlField,
  json: flag({ variable: "LEAGUE_JSON", help: "print one JSON document instead of text" }),
};

export type SimulateSettings = SettingsOf<typeof simulateFields>;
