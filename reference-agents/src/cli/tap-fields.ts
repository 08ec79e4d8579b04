/** The settings of `league tap`. */
import { protocol } from "@league-v2/contract/protocol";
import { optional, type SettingsOf } from "../settings/field.js";
import { agentUrl, port, text } from "../settings/kinds.js";
import { htmlField } from "./common-fields.js";

export const tapFields = {
  listen: port({
    defaultValue: 0,
    variable: "LEAGUE_LISTEN",
    help: "port to listen on; 0 takes any free one",
  }),
  target: agentUrl({
    path: protocol.paths.mcp,
    variable: "LEAGUE_TARGET",
    plain: "A tap cannot read what is encrypted.",
    help: "address of the agent behind the tap, http only",
  }),
  report: optional(
    text({
      placeholder: "<file>",
      variable: "LEAGUE_REPORT",
      help: "where the report is written at the end, as league-conformance writes its own",
    }),
  ),
  html: htmlField,
};

export type TapSettings = SettingsOf<typeof tapFields>;
