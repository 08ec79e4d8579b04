import { command } from "./command.js";
import { playerFields } from "./player-fields.js";

export const playerCommand = command({
  name: "player",
  summary: "run a player in an existing league",
  details: `A strategy of your own is a module whose default export is a function that returns "even" or "odd", or an
object { choose } with such a function. With --data the player stores players/<id>/history.json, continues from the
files of its name, and writes its log to logs/; restarted after a crash it is the same player. Without --data the log
goes to the standard output. The player ends when the league manager shuts it down.`,
  fields: playerFields,
  examples: [
    ["league player --port 8101 --name Alpha", "in the league of the manager on port 8000"],
    [
      "league player --league http://127.0.0.1:9000 --name Beta --strategy pattern --data ./league-data",
      "with a history",
    ],
    ["league player --name Gamma --strategy ./my-strategy.js", "export default ({ opponent }) => ..."],
  ],
  run: async (settings, context) => (await import("./run-player.js")).runPlayer(settings, context),
});
