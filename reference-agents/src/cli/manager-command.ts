import { command } from "./command.js";
import { managerFields, rsManagerFields } from "./manager-fields.js";

export const managerCommand = command({
  name: "manager",
  summary: "run a league manager: it starts its league when enough agents have registered",
  details: `With --data the manager writes standings.json, rounds.json, registry.json, matches/<league>/<match>.json and
league.log.jsonl; without it the log goes to the standard output. The league itself is stored in league.sqlite there,
or in the store of --store: restarted after a crash, the manager continues the league. When the league is complete, the
manager shuts its agents down and ends; the exit status is 1 if no referee has reported a result. Several managers serve one league from one database in PostgreSQL.`,
  fields: managerFields,
  shorthands: { useExternalReferee: { referee: "external", referees: "1", players: "2" } },
  examples: [
    ["league manager", "four players and two referees, on port 8000"],
    [
      "league manager --port 9000 --players 8 --referees 3 --data ./league-data",
      "a larger league with files",
    ],
    ["league manager --host 0.0.0.0 --allow-host 192.168.1.20,192.168.1.21", "agents on two other machines"],
    [
      "league manager --store postgres://league@db.internal/league --league-id spring",
      "one of several managers of one league; PGPASSWORD has the password",
    ],
    ["league manager --referee embedded --referees 1 --players 2", "two players, without a referee process"],
    ["LEAGUE_PLAYERS=6 league manager --config league.json", "settings from elsewhere"],
  ],
  run: async (settings, context) => (await import("./run-manager.js")).runManager(settings, context),
});

/** The name and the defaults of RS: without flags its option 2, with `--use-external-referee` its option 1. */
export const rsManagerCommand = command({
  name: "league_manager",
  summary: "the same with the defaults of RS: two players, and one referee in the manager's process",
  details: "All settings are those of league manager.",
  fields: rsManagerFields,
  shorthands: { useExternalReferee: { referee: "external" } },
  examples: [
    ["league league_manager --port 8000", "two players, without a referee process"],
    ["league league_manager --port 8000 --use-external-referee", "two players and a referee"],
  ],
  run: async (settings, context) => (await import("./run-manager.js")).runManager(settings, context),
});
