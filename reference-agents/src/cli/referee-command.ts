import { command } from "./command.js";
import { refereeFields } from "./referee-fields.js";

export const refereeCommand = command({
  name: "referee",
  summary: "run a referee in an existing league",
  details: `With --data it writes every match with its transcript to referees/<id>/matches/<league>/<match>.json and its log
to logs/, and keeps who it is and what it has not reported: started again after a crash it goes on as the same referee.
Without it the log goes to the standard output. It ends when the league manager shuts it down.`,
  fields: refereeFields,
  examples: [
    ["league referee --port 8001 --name Solomon", "in the league of the manager on port 8000"],
    [
      "league referee --league http://127.0.0.1:9000 --name Solomon --max-matches 8 --data ./league-data",
      "with files",
    ],
    ["league referee --no-register --port 8001 --name Solomon", "without a league, for direct matches"],
  ],
  run: async (settings, context) => (await import("./run-referee.js")).runReferee(settings, context),
});
