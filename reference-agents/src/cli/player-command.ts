import { command } from "./command.js";
import { playerFields } from "./player-fields.js";

export const playerCommand = command({
  name: "player",
  summary: "run a player in an existing league",
  details: `A strategy of your own is a module whose default export is a function of what is known to "even" or "odd",
or an object { choose } with such a function. With --data the player keeps players/<id>/history.json, goes on from
what it finds there under its name, and writes its log to logs/; started again after a crash it goes on as the same
player. Without --data the log goes to the standard output. It ends when the league manager shuts it down.`,
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
