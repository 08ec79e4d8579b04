/** The settings of `league new`. Their values are checked next to the templates, so that the help does not load those. */
import { optional, type SettingsOf } from "../settings/field.js";
import { flag, text } from "../settings/kinds.js";

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

export type NewSettings = SettingsOf<typeof newFields>;
