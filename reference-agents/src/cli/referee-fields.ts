/** The settings of `league referee`. */
import { protocol } from "@league-v2/contract/protocol";
import type { SettingsOf } from "../settings/field.js";
import { flag, integer } from "../settings/kinds.js";
import { gameField, memberFields, nameField } from "./common-fields.js";

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
