/** The settings of `league player`. */
import type { SettingsOf } from "../settings/field.js";
import { text } from "../settings/kinds.js";
import { strategyNames, strategyPattern } from "../strategies/names.js";
import { gamesField, memberFields } from "./common-fields.js";

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
