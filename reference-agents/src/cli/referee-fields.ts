/** The settings of `league referee`. */
import { protocol } from "@league-v2/contract/protocol";
import type { SettingsOf } from "../settings/field.js";
import { flag, integer, list } from "../settings/kinds.js";
import { memberFields, nameField } from "./common-fields.js";

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
  game: list({
    placeholder: "<game>",
    defaultValue: [...protocol.gameTypes],
    variable: "LEAGUE_GAME",
    help: "a game that it serves: even_odd, or the path of a module with its rules; the flag again for each",
  }),
  noRegister: flag({
    variable: "LEAGUE_NO_REGISTER",
    help: "belong to no league: only direct matches are played, for any caller",
  }),
};

export type RefereeSettings = SettingsOf<typeof refereeFields>;
