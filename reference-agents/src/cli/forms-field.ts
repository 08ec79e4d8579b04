/** The setting `--forms`: which forms of messages an agent reads and writes beside the contract's. */
import { text } from "../settings/kinds.js";

export const formsField = text({
  placeholder: "<forms>",
  defaultValue: "any",
  variable: "LEAGUE_FORMS",
  help: "contract, documented (the documents' forms), any (also forms that are inferred), or the path of a form in JSON (see docs/forms.md of @league-v2/sdk)",
});
