import { command } from "./command.js";
import { tapFields } from "./tap-fields.js";

export const tapCommand = command({
  name: "tap",
  summary: "inspect the messages between two agents",
  details: `Passes every message on unchanged, in both directions, and checks each message in any wire form: each violation of
the contract is printed with its clause and its place. It runs until it is stopped; its exit status is 1 if a MUST was
broken. \`league-conformance compare\` compares two of its reports.`,
  fields: tapFields,
  examples: [
    [
      "league tap --listen 8100 --target http://127.0.0.1:8101 --report tap.json",
      "give 8100 to the others as the player's port",
    ],
  ],
  run: async (settings, context) => (await import("./run-tap.js")).runTap(settings, context),
});
