/** The settings of `league doctor`. */
import { protocol } from "@league-v2/contract/protocol";
import { optional, type SettingsOf } from "../settings/field.js";
import { agentUrl, choice, flag, text } from "../settings/kinds.js";

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
