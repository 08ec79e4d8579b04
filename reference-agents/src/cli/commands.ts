/** The commands of `league`: what their help says, and what they load when they run. */
import type { Fields, SettingsOf } from "../settings/field.js";
import type { Sources } from "../settings/read-settings.js";
import type { CliContext } from "./cli-context.js";
import {
  doctorFields,
  managerFields,
  mcpFields,
  newFields,
  playerFields,
  playFields,
  refereeFields,
  rsManagerFields,
  tapFields,
} from "./command-fields.js";

interface CommandDefinition<F extends Fields> {
  readonly name: string;
  readonly summary: string;
  /** The help text in addition to the options. */
  readonly details: string;
  readonly fields: F;
  /** Switches that stand for several flags; the flags themselves have precedence. */
  readonly shorthands?: { readonly [flag: string]: Sources["flags"] };
  /** The setting that may be given without its flag: `league doctor URL`. */
  readonly argument?: string;
  /** Example command lines, each with its description. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** @returns the exit status */
  readonly run: (settings: SettingsOf<F>, context: CliContext) => Promise<number>;
}

/** A command without the types of its settings. */
export interface Command extends Omit<CommandDefinition<Fields>, "run"> {
  readonly start: (given: Pick<Sources, "flags" | "files">, context: CliContext) => Promise<number>;
}

function command<F extends Fields>({ run, ...definition }: CommandDefinition<F>): Command {
  return {
    ...definition,
    async start(given, context) {
      const { readSettings } = await import("../settings/read-settings.js");
      const { environment } = context;
      return run(readSettings(definition.fields, { ...given, environment }), context);
    },
  };
}

export const commands: readonly Command[] = [
  command({
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
    run: async (settings, context) => (await import("./run/run-play.js")).runPlay(settings, context),
  }),

  command({
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
      [
        "league manager --host 0.0.0.0 --allow-host 192.168.1.20,192.168.1.21",
        "agents on two other machines",
      ],
      [
        "league manager --store postgres://league@db.internal/league --league-id spring",
        "one of several managers of one league; PGPASSWORD has the password",
      ],
      [
        "league manager --referee embedded --referees 1 --players 2",
        "two players, without a referee process",
      ],
      ["LEAGUE_PLAYERS=6 league manager --config league.json", "settings from elsewhere"],
    ],
    run: async (settings, context) => (await import("./run/run-manager.js")).runManager(settings, context),
  }),

  /** The name and the defaults of RS: without flags its option 2, with `--use-external-referee` its option 1. */
  command({
    name: "league_manager",
    summary: "the same with the defaults of RS: two players, and one referee in the manager's process",
    details: "All settings are those of league manager.",
    fields: rsManagerFields,
    shorthands: { useExternalReferee: { referee: "external" } },
    examples: [
      ["league league_manager --port 8000", "two players, without a referee process"],
      ["league league_manager --port 8000 --use-external-referee", "two players and a referee"],
    ],
    run: async (settings, context) => (await import("./run/run-manager.js")).runManager(settings, context),
  }),

  command({
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
    run: async (settings, context) => (await import("./run/run-referee.js")).runReferee(settings, context),
  }),

  command({
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
    run: async (settings, context) => (await import("./run/run-player.js")).runPlayer(settings, context),
  }),

  command({
    name: "mcp",
    summary: "let a language model play: an MCP server over stdio",
    details: `A host, such as an assistant, starts this command and plays with its tools join_league, wait_for_turn, choose and
standings; the contract is a resource. The player registers when the host calls join_league. It has the deadlines of every
player: if the host chooses too late or has disconnected, the player sends the fallback "even" until its league is over. Only MCP
messages go to the standard output; lines for people go to the standard error, and with --data the log to logs/.`,
    fields: mcpFields,
    examples: [
      [
        "league mcp --league http://127.0.0.1:8000 --name Claude",
        "the command in the configuration of a host",
      ],
    ],
    run: async (settings, context) => (await import("./mcp/run-mcp.js")).runMcp(settings, context),
  }),

  command({
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
    run: async (settings, context) => (await import("./run/run-tap.js")).runTap(settings, context),
  }),

  command({
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
    run: async (settings, context) => (await import("./run/run-doctor.js")).runDoctor(settings, context),
  }),

  command({
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
    run: async (settings, { out, error, folder, screen, stop, keyboard }) => {
      const { askOn, newProject } = await import("@league-v2/create-agent");
      const keys = keyboard();
      const ask = keys === null || screen === null ? null : askOn(keys, screen.write, stop);
      return newProject(settings, { out, error, folder, ask });
    },
  }),
];
