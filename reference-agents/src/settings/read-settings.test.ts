import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { readConfigFiles } from "./config-file.js";
import {
  agentUrl,
  alsoCalled,
  choice,
  type Fields,
  flag,
  integer,
  list,
  optional,
  port,
  text,
} from "./field.js";
import { InvalidSettings, readSettings, type Sources } from "./read-settings.js";

const fields = {
  port: port({ defaultValue: 8000, variable: "LEAGUE_PORT", help: "" }),
  name: text({ placeholder: "<name>", maximum: 8, variable: "LEAGUE_NAME", help: "" }),
  maxMatches: integer({ minimum: 1, maximum: 9, defaultValue: 2, variable: "LEAGUE_MAX_MATCHES", help: "" }),
  seed: optional(integer({ minimum: 0, maximum: 99, variable: "LEAGUE_SEED", help: "" })),
  level: choice({ members: ["debug", "info"], defaultValue: "info", variable: "LEAGUE_LEVEL", help: "" }),
  stay: flag({ variable: "LEAGUE_STAY", help: "" }),
  hosts: list({ placeholder: "<host>", defaultValue: [], variable: "LEAGUE_HOSTS", help: "" }),
  league: alsoCalled(
    agentUrl({
      path: "/mcp",
      defaultValue: "http://127.0.0.1:8000/mcp",
      variable: "LEAGUE_URL",
      help: "",
    }),
    "leagueManagerUrl",
  ),
} satisfies Fields;

const named = { name: "Alpha" };

function read({ flags = named, environment = {}, files = [] }: Partial<Sources>) {
  return readSettings(fields, { flags, environment, files });
}

function faults(sources: Partial<Sources>): InvalidSettings {
  try {
    read(sources);
  } catch (error) {
    if (error instanceof InvalidSettings) return error;
    throw error;
  }
  throw new Error("these settings should be refused");
}

const inFile = (content: Record<string, unknown>) => [{ path: "league.json", content, otherNames: [] }];

describe("settings", () => {
  it("have the defaults of their fields when they are not set", () => {
    expect(read({})).toEqual({
      port: 8000,
      name: "Alpha",
      maxMatches: 2,
      seed: undefined,
      level: "info",
      stay: false,
      hosts: [],
      league: "http://127.0.0.1:8000/mcp",
    });
  });

  it("are read under their other names too, after their own", () => {
    const url = (port: number) => `http://127.0.0.1:${port}/mcp`;
    const content = { league_manager_url: url(1) };
    expect(read({ files: inFile(content) }).league).toBe(url(1));
    expect(read({ files: inFile({ ...content, league: url(2) }) }).league).toBe(url(2));
    const flags = { ...named, leagueManagerUrl: url(3) };
    expect(read({ flags, files: inFile(content) }).league).toBe(url(3));
    expect(faults({ flags: { ...named, leagueManagerUrl: "x" } }).message).toMatch(
      /^--league-manager-url is "x"/,
    );
  });

  it("are read from the flags first, then the environment, then the file", () => {
    const environment = { LEAGUE_PORT: "2", LEAGUE_MAX_MATCHES: "2" };
    const content = { port: 3, max_matches: 3, seed: 3 };
    const settings = read({ flags: { ...named, port: "1" }, environment, files: inFile(content) });
    expect(settings).toMatchObject({ port: 1, maxMatches: 2, seed: 3 });
  });

  it("ignore an empty variable", () => {
    expect(read({ environment: { LEAGUE_PORT: "" } }).port).toBe(8000);
  });

  it.each(["yes", "TRUE", "1"])("accept %s in the environment as true", (LEAGUE_STAY) => {
    expect(read({ environment: { LEAGUE_STAY } }).stay).toBe(true);
    expect(read({ environment: { LEAGUE_STAY: "no" } }).stay).toBe(false);
  });

  it("read lists from commas, repeated flags and arrays", () => {
    expect(read({ flags: { ...named, hosts: ["a, b", "c"] } }).hosts).toEqual(["a", "b", "c"]);
    expect(read({ environment: { LEAGUE_HOSTS: "a,b" } }).hosts).toEqual(["a", "b"]);
    expect(read({ files: inFile({ hosts: ["a", "b"] }) }).hosts).toEqual(["a", "b"]);
  });

  it("add the path where agents listen to a bare address", () => {
    const league = (url: string) => read({ flags: { ...named, league: url } }).league;
    expect(league("http://127.0.0.1:9000")).toBe("http://127.0.0.1:9000/mcp");
    expect(league("https://example.org/league/mcp")).toBe("https://example.org/league/mcp");
  });
});

describe("settings that cannot be used", () => {
  it.each([
    [
      "a variable of a switch",
      { environment: { LEAGUE_STAY: "maybe" } },
      'LEAGUE_STAY is "maybe"; it must be true or false',
    ],
    [
      "a list in the file",
      { files: inFile({ hosts: "a" }) },
      'league.json: /hosts is "a"; it must be an array of texts, none of them empty',
    ],
    [
      "a long text",
      { flags: { name: "123456789" } },
      '--name is "123456789"; it must be a text of 1 to 8 characters',
    ],
    ["a missing one", { flags: {} }, "--name is missing; it must be a text of 1 to 8 characters"],
  ])("%s", (_name, sources, message) => {
    expect(faults(sources).message).toBe(message);
  });

  it("are all named in one error", () => {
    const { message, faults: found } = faults({ flags: { port: "x", seed: "y" } });
    expect(found.map(({ place }) => place)).toEqual(["--port", "--name", "--seed"]);
    expect(message.split("; it must be")).toHaveLength(4);
  });

  it("have a hint: the similar name, the known names, or the required value", () => {
    expect(faults({ flags: { ...named, level: "debuk" } }).hint).toBe('Did you mean "debug"?');
    expect(faults({ files: inFile({ ports: 1 }) }).hint).toBe('Did you mean "port"?');
    expect(faults({ files: inFile({ colour: 1 }) }).hint).toMatch(/^Known are port, name, max_matches/);
    expect(faults({ flags: {} }).hint).toBe("Give --name <name>, or set LEAGUE_NAME.");
    expect(faults({ flags: { ...named, port: "x" } }).hint).toContain("--help");
  });

  it("name an unknown member by its JSON pointer", () => {
    expect(faults({ files: inFile({ "a/b~c": null }) }).message).toContain("league.json: /a~1b~0c is null");
  });

  it("are shortened in the message when they are long", () => {
    expect(faults({ files: inFile({ port: "x".repeat(500) }) }).message.length).toBeLessThan(150);
  });
});

describe("config files, of several levels", () => {
  async function settingsFrom(...levels: readonly (object | string)[]) {
    const folder = newFolder();
    const paths = levels.map((_, index) => `${index}.json`);
    for (const [index, level] of levels.entries())
      await writeFile(
        join(folder, `${index}.json`),
        typeof level === "string" ? level : JSON.stringify(level),
      );
    return read({ files: await readConfigFiles(paths, folder, ["port", "level", "max_matches", "players"]) });
  }

  it("may begin with a byte order mark", async () => {
    expect(await settingsFrom('\uFEFF{"port": 1}\r\n')).toMatchObject({ port: 1 });
  });

  it("count from the last to the first", async () => {
    const system = { level: "debug", max_matches: 1, port: 1 };
    const league = { max_matches: 5, port: 2, players: 4 };
    const settings = await settingsFrom(system, league, { port: 8001 });
    expect(settings).toMatchObject({ level: "debug", maxMatches: 5, port: 8001 });
  });

  it("may have settings of other commands, except the last one, and no misspelt ones", async () => {
    await expect(settingsFrom({ players: 4 })).rejects.toThrow("0.json: /players is 4");
    await expect(settingsFrom({ player: 4 }, {})).rejects.toThrow(
      "0.json: /player is 4; it must be a setting",
    );
  });

  it("may repeat what the contract says, and not change it", async () => {
    const points = { win: 3, draw: 1, loss: 0 };
    expect(await settingsFrom({ timeout: 30, max_retries: 3, points })).toMatchObject({ port: 8000 });
    await expect(settingsFrom({ points: { ...points, draw: 2 } })).rejects.toMatchObject({
      message:
        '0.json: /points is {"win":3,"draw":2,"loss":0}; it must be {"win":3,"draw":1,"loss":0}, as in the contract',
      hint: expect.stringContaining("changes with the contract"),
    });
    await expect(settingsFrom({ timeout: 5 })).rejects.toThrow(
      "0.json: /timeout is 5; it must be 30, as in the contract",
    );
  });
});
