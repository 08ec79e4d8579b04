import { command } from "./command.js";
import { tapFields } from "./tap-fields.js";

export const tapCommand = command({
  name: "tap",
  summary: "listen to what two agents say to each other",
  details: `Passes every byte on as it came, in both directions, and looks at each message in any wire form: what departs
from the contract is named with its clause and its place. It runs until it is stopped; its exit status is 1 if a MUST was
broken. \`league-conformance compare\` compares two of its reports.`,
  fields: tapFields,
  examples: [
    [
      "league tap --listen 8100 --target http://127.0.0.1:8101 --report heard.json",
      "give 8100 to the others as the player's port",
    ],
  ],
  run: async (settings, context) => (await import("./run-tap.js")).runTap(settings, context),
});
