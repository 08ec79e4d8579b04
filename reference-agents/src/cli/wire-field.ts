/** The settings `--wire` and `--wire-for`: the wire forms in which an agent calls others first. */
import { pairs, text } from "../settings/kinds.js";

export const wireField = text({
  placeholder: "<form>",
  defaultValue: "auto",
  variable: "LEAGUE_WIRE",
  help: "auto, any (as auto, and answers of any shape count), a wire form (see docs/wire-forms.md of @league-v2/sdk), or the path of a profile in JSON",
});

export const wireForField = pairs({
  placeholder: "<name=form>",
  defaultValue: {},
  variable: "LEAGUE_WIRE_FOR",
  help: "the wire form of the member with this display name, also sent to referees; several with the flag again",
});
