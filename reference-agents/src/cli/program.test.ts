import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { RegistrationFailed, StartupError } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { expectValidLeague } from "../league/league.fixture.js";
import { startHere, type TestCliContextOptions } from "./cli-context.fixture.js";
import { exitCodeOf, lineOf } from "./failure.js";

async function league(line: string, options: TestCliContextOptions = {}) {
  const { context, ended } = startHere(line, options);
  const { code: status } = await ended;
  return { status, errors: context.errors, text: context.printed.join("\n") };
}

describe("help", () => {
  it.each([
    ["", "Commands:"],
    ["play", "--strategies <names>"],
    ["manager", "--allow-host <host>"],
    ["referee", "--max-matches <n>"],
    ["player", "--strategy <strategy>"],
  ])("of league %s", async (command, expected) => {
    const { status, text, errors } = await league(`${command} --help`);
    expect(status).toBe(0);
    expect(errors).toEqual([]);
    expect(text).toContain(expected);
    expect(text).toContain("Examples:\n  league ");
  });

  it("names the environment variable and the default of every setting", async () => {
    const { text } = await league("manager --help");
    const plain = text.replace(/\s+/g, " ");
    expect(plain).toContain("port to listen on; 0 takes any free one (default: 8000; LEAGUE_PORT)");
    expect(plain).toContain("(LEAGUE_STAY)");
    expect((await league("player --help")).text.replace(/\s+/g, " ")).toContain(
      "unique in the league, also --display-name (required; LEAGUE_NAME)",
    );
  });

  it("has no line that is too long for a terminal", async () => {
    for (const command of ["", "play", "manager", "referee", "player"]) {
      const { text } = await league(`${command} --help`);
      for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(110);
    }
  });

  it("prints the version", async () => {
    expect(await league("--version")).toMatchObject({ status: 0, text: "1.2.3" });
  });
});

describe("a command line that cannot be understood: status 2 and one line", () => {
  it.each([
    ["play --porp 1", "USAGE: unknown option '--porp' (Did you mean --port?). league play --help shows"],
    ["ply", "USAGE: unknown command 'ply' (Did you mean play?). league --help shows what there is."],
    ["play --players", "USAGE: option '--players <n>' argument missing. league play --help shows"],
    ["play now", "USAGE: too many arguments for 'play'. Expected 0 arguments but got 1"],
    ["new mine --folder yours", "USAGE: folder is given twice, with --folder and without. league new --help"],
    ["play --players one", 'INVALID_CONFIG: --players is "one"; it must be an integer from 2 to 1000. '],
    [
      "manager --log-level loud",
      'INVALID_CONFIG: --log-level is "loud"; it must be one of debug, info, warn, error, critical, silent. ',
    ],
    ["manager --league-id ../../etc", "INVALID_CONFIG: --league-id is "],
    [
      "player",
      "INVALID_CONFIG: --name is missing; it must be a text of 1 to 64 characters. Give --name <name>",
    ],
    [
      "play --strategies random,clever",
      'INVALID_CONFIG: --strategies is ["random","clever"]; it must be a list, each one of random, ',
    ],
    [
      "tap --target https://127.0.0.1:9/mcp",
      'INVALID_CONFIG: --target is "https://127.0.0.1:9/mcp"; it must be an http URL. A tap cannot read what',
    ],
    [
      "play --memory --port 8000",
      "INVALID_CONFIG: --memory is true; it must be left out with --port, --store and --managers",
    ],
  ])("league %s", async (line, error) => {
    const { status, errors, text } = await league(line);
    expect([status, text, errors]).toEqual([2, "", [expect.stringContaining(error)]]);
    expect(errors[0]).toMatch(/^[^\n]+\.$/);
  });

  it("league alone shows the help as an error", async () => {
    const { status, errors } = await league("");
    expect(status).toBe(2);
    expect(errors.join("\n")).toContain("Commands:");
  });
});

describe("settings from elsewhere that cannot be used: status 1 and one line", () => {
  /** In a folder with this configuration, and a folder in the place of the log. */
  async function refusal(line: string, config: unknown, environment: Record<string, string> = {}) {
    const folder = newFolder();
    await writeFile(join(folder, "league.json"), JSON.stringify(config));
    await mkdir(join(folder, "league.log.jsonl"));
    const { status, errors } = await league(line, { folder, environment });
    expect([status, errors.length]).toEqual([1, 1]);
    return errors[0];
  }
  const configured = "play --config league.json";

  it.each([
    [
      configured,
      { players: "four" },
      'INVALID_CONFIG: league.json: /players is "four"; it must be an integer from 2 to 1000. Fix',
    ],
    [
      configured,
      { player: 4 },
      'INVALID_CONFIG: league.json: /player is 4; it must be a setting of this command. Did you mean "players"?',
    ],
    [configured, [], "INVALID_CONFIG: league.json: the whole file must be one JSON object. For example"],
    ["play --data .", {}, /^DATA_INIT_FAILED: the log .*league\.log\.jsonl cannot be opened: /],
    [
      "play --data league.json/data",
      {},
      /^DATA_INIT_FAILED: the data folder .*league\.json\/data cannot be used: /,
    ],
  ])("league %s with the file %j", async (line, config, error) => {
    expect(await refusal(line, config)).toMatch(error);
  });

  it.each([
    [{ LEAGUE_PLAYERS: "many" }, 'INVALID_CONFIG: LEAGUE_PLAYERS is "many"; '],
    [{ LEAGUE_CONFIG: "missing.json" }, "INVALID_CONFIG: the config file missing.json cannot be read: "],
  ])("the environment %j", async (environment, error) => {
    expect(await refusal("play", {}, environment)).toMatch(error);
  });
});

describe("league play", () => {
  it("prints a table, the champion, and the command that repeats the league", async () => {
    const { status, text, errors } = await league("play --memory --seed 3");
    expect(status).toBe(0);
    expect(text).toMatch(/^#\s+id\s+player\s+played\s+won\s+drawn\s+lost\s+points\n/);
    expect(text).toMatch(
      /\nChampion: Player \d \(\w+\) \(P0\d\) with \d points after 6 matches in 3 rounds\.\n/,
    );
    expect(text).toMatch(/\nThe same league again: --seed 3$/);
    expect(errors.filter((line) => line.startsWith("R"))).toHaveLength(6);
  });

  it("takes its settings from a file", async () => {
    const folder = newFolder();
    await writeFile(join(folder, "mine.mjs"), 'export default () => "odd";');
    const config = {
      players: 3,
      memory: true,
      seed: 9,
      json: true,
      strategies: ["./mine.mjs"],
      league_id: "mine",
    };
    await writeFile(join(folder, "league.json"), JSON.stringify(config));
    const { text } = await league("play --config league.json", { folder });
    const report = JSON.parse(text);
    expectValidLeague(report);
    expect(report).toMatchObject({ league_id: "mine", seed: 9, total_matches: 3 });
    const choices = report.rounds.flatMap((round: { matches: { choices: object }[] }) =>
      round.matches.flatMap((match) => Object.values(match.choices)),
    );
    expect(new Set(choices)).toEqual(new Set(["odd"]));
  });

  it.each([
    ['throw new Error("no\\nidea")', "the strategy threw no idea"],
    ['return "evn"', 'the strategy returned "evn", not "even" or "odd"'],
  ])("reports choices that were replaced because of: %s", async (body, because) => {
    const folder = newFolder();
    await writeFile(join(folder, "mine.mjs"), `export default () => { ${body}; };`);
    for (const flags of ["--data data", "--memory --log-level silent"]) {
      const { errors } = await league(`play --players 3 --strategies random,./mine.mjs ${flags}`, {
        folder,
      });
      expect(errors.at(-1)).toMatch(/^2 fallback choices, the first by P02 in R\dM1: /);
      expect(errors.at(-1)).toContain(because);
    }
  });

  it("fails when a file could not be written", async () => {
    const folder = newFolder();
    await writeFile(join(folder, "matches"), "");
    const { status, text, errors } = await league("play --memory --data .", { folder });
    expect(text).toContain("Champion: ");
    expect(status).toBe(1);
    expect(errors.at(-1)).toMatch(/^DATA_INIT_FAILED: .*matches.* could not be written: /);
  });

  it("chooses a random seed for a league in memory", async () => {
    const seed = async () =>
      JSON.parse((await league("play --memory --players 2 --referees 1 --json")).text).seed;
    const [one, other] = [await seed(), await seed()];
    expect(Number.isInteger(one)).toBe(true);
    expect(other).not.toBe(one);
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends with %s in the middle of a league, over HTTP and in memory", async (signal, code) => {
    for (const place of ["", "--memory"]) {
      const { status, text, errors } = await league(`play --players 6 ${place}`, {
        onError: (line, context) => line.startsWith("round 2") && context.stopBy(signal),
      });
      expect(status).toBe(code);
      expect(text).toBe("");
      expect(errors.at(-1)).toBe("the league was stopped before its end");
    }
  });

  it("draws the standings in place on a terminal and cleans up after itself", async () => {
    const drawn: string[] = [];
    const screen = { columns: 60, rows: 9, write: (text: string) => void drawn.push(text) };
    const { errors } = await league("play --memory --seed 1 --players 6", { screen });
    expect(errors).toEqual([]);
    const frames = drawn.map(stripVTControlCharacters);
    expect(frames).toContainEqual(expect.stringMatching(/^round 2\/5 █+░+ 3\/15 matches/));
    expect(frames).toContainEqual(
      expect.stringMatching(/\n# {2}id {3}player .*\n.*\n1 .*\n2 .*\n3 .*\n… and 3 more\n$/),
    );
    expect(frames.at(-1)).toBe("");
    expect(frames.every((frame) => frame.split("\n").length <= screen.rows)).toBe(true);
    for (const line of frames.join("").split("\n")) expect(line.length).toBeLessThan(screen.columns);
  });
});

describe("the output of a failure", () => {
  it.each([
    [
      new StartupError("INVALID_CONFIG", "line one\n  line two.", "Fix it."),
      "INVALID_CONFIG: line one line two. Fix it.",
    ],
    [
      new RegistrationFailed("unreachable (ECONNREFUSED)", false),
      "REGISTRATION_FAILED: no registration with the league manager: unreachable (ECONNREFUSED). Start the league manager first, and check the address given with --league.",
    ],
  ])("is one line if the user can correct it: %s", (error, line) => {
    expect(lineOf(error)).toBe(line);
    expect(exitCodeOf(error)).toBe(1);
  });

  it("has a stack trace if it is a bug of this program", () => {
    expect(lineOf(new TypeError("oops"))).toMatch(/^INTERNAL_ERROR: TypeError: oops\n\s+at /);
    expect(exitCodeOf(new TypeError("oops"))).toBe(1);
  });
});

it.each([
  ["play --memory", "--html"],
  ["tap --listen 0 --target http://127.0.0.1:9/mcp", "--html"],
  ["tap --listen 0 --target http://127.0.0.1:9/mcp", "--report"],
  ["doctor http://127.0.0.1:9/mcp", "--out"],
])("%s: the file that %s names is checked before the work", async (line, flag) => {
  const folder = newFolder();
  await writeFile(join(folder, "file"), "as it was");
  await mkdir(join(folder, "folder"));
  for (const path of ["file/below", "folder"]) {
    const { status, text, errors } = await league(`${line} ${flag} ${path}`, { folder });
    expect([status, text]).toEqual([6, ""]);
    expect(errors).toEqual([
      expect.stringMatching(`^WRITE_FAILED: cannot write ${join(folder, path)}: [a-z ()A-Z]+$`),
    ]);
  }
  expect((await readdir(folder)).toSorted()).toEqual(["file", "folder"]);
});
