import { command } from "./command.js";
import { refereeFields } from "./referee-fields.js";

export const refereeCommand = command({
  name: "referee",
  summary: "run a referee in an existing league",
  details: `A game is a module whose default export has the members of GameRules (docs/games.md of @league-v2/agents). With --data the referee writes every match with its transcript to referees/<id>/matches/<league>/<match>.json and its
log to logs/, and stores its registration and its unreported results: restarted after a crash it is the same referee.
Without --data the log goes to the standard output. The referee ends when the league manager shuts it down.`,
  fields: refereeFields,
  examples: [
    ["league referee --port 8001 --name Solomon", "in the league of the manager on port 8000"],
    [
      "league referee --league http://127.0.0.1:9000 --name Solomon --max-matches 8 --data ./league-data",
      "with files",
    ],
    ["league referee --name Solomon --game ./odds-and-evens.js", "with the rules of another game"],
    ["league referee --no-register --port 8001 --name Solomon", "without a league, for direct matches"],
  ],
  run: async (settings, context) => (await import("./run-referee.js")).runReferee(settings, context),
});
