import { command } from "./command.js";
import { playFields } from "./play-fields.js";

export const playCommand = command({
  name: "play",
  summary: "play a whole league on this machine, to its champion",
  details: `Every agent is a separate server on the loopback interface. The table goes to the standard output, progress to
the standard error. With --data the folder holds what the agents keep: standings.json, rounds.json, registry.json,
matches/, referees/, players/ and league.log.jsonl. The same seed gives the same league, with --memory and without.`,
  fields: playFields,
  examples: [
    ["league play", "four players, two referees, over HTTP"],
    ["league play --players 30 --referees 4 --json", "435 matches, for a program"],
    ["league play --memory --players 100 --seed 1", "4,950 matches in seconds, the same ones each time"],
    ["league play --strategies random,./mine.js --data ./league-data", "a strategy of your own"],
    ["league play --store postgres://localhost/league --managers 3", "three managers for one league"],
    ["league play --watch", "watch it live in a browser"],
    ["league play --html league.html", "a page that shows every match and every message afterwards"],
    ["league play --memory --strategies timeout,random", "players that never answer"],
  ],
  run: async (settings, context) => (await import("./run-play.js")).runPlay(settings, context),
});
