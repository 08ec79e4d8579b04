import { command } from "./command.js";
import { doctorFields } from "./doctor-fields.js";

export const doctorCommand = command({
  name: "doctor",
  summary: "examine one agent: its wire form, and whether it could play",
  details: `Asks a running agent about itself, then sends it the messages of a trial match, and prints its wire form, the learned
differences, the messages it does not support, whether it could play a match now, and the command that tests it.
An agent that is in a league may take the invitation for a real one: examine it before it registers. Exit status: 0 it
could play, 1 it could not, 2 usage, 3 it does not answer.`,
  fields: doctorFields,
  argument: "url",
  examples: [
    ["league doctor http://127.0.0.1:8101", "the wire form of the agent on port 8101"],
    ["league doctor http://127.0.0.1:8101 --out agent.wire.json", "its form in a file, for --forms"],
    ["league doctor http://127.0.0.1:8001 --role referee --json", "the findings for a program"],
  ],
  run: async (settings, context) => (await import("./run-doctor.js")).runDoctor(settings, context),
});
