import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfigFiles } from "./config-file.js";
import { integer, port, text } from "./field.js";
import { readSettings } from "./read-settings.js";

async function folderWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "league-config-"));
  await writeFile(join(folder, "league.json"), text);
  return folder;
}

describe("the config file", () => {
  it("may begin with a byte order mark", async () => {
    const folder = await folderWith('\uFEFF{"port": 1}\r\n');
    expect(await readConfigFiles(["league.json"], folder, [])).toMatchObject([{ content: { port: 1 } }]);
  });
});

describe("config files of several levels", () => {
  const fields = {
    port: port({ defaultValue: 8000, variable: "LEAGUE_PORT", help: "" }),
    host: text({ placeholder: "<host>", defaultValue: "127.0.0.1", variable: "LEAGUE_HOST", help: "" }),
    maxMatches: integer({
      minimum: 1,
      maximum: 9,
      defaultValue: 2,
      variable: "LEAGUE_MAX_MATCHES",
      help: "",
    }),
  };

  async function settingsFrom(...levels: readonly object[]) {
    const folder = await mkdtemp(join(tmpdir(), "league-config-"));
    const paths = levels.map((_, index) => `${index}.json`);
    for (const [index, level] of levels.entries())
      await writeFile(join(folder, `${index}.json`), JSON.stringify(level));
    const files = await readConfigFiles(paths, folder, ["port", "host", "max_matches", "players"]);
    return readSettings(fields, { flags: {}, environment: {}, files });
  }

  it("count from the last to the first", async () => {
    const system = { host: "0.0.0.0", max_matches: 1, port: 1 };
    const league = { max_matches: 5, port: 2, players: 4 };
    expect(await settingsFrom(system, league, { port: 8001 })).toEqual({
      host: "0.0.0.0",
      maxMatches: 5,
      port: 8001,
    });
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
