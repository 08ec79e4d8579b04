import { command } from "./command.js";
import { newFields } from "./new-fields.js";

export const newCommand = command({
  name: "new",
  summary: "start the project of an agent",
  details: `Makes a folder with an agent of your own: its strategy in a file, a test that plays a league in memory, a
conformance run and a CI workflow. What is not given is asked for on a terminal. A folder with files in it is refused.
\`npm create @league-v2/agent\` is the same.`,
  fields: newFields,
  argument: "folder",
  examples: [
    ["league new", "asks for the options"],
    ["league new my-agent --template python --yes", "a player in Python, with the defaults"],
  ],
  run: async (settings, cliContext) => (await import("./run-new.js")).runNew(settings, cliContext),
});
