import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfigFile } from "./config-file.js";

async function folderWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "league-config-"));
  await writeFile(join(folder, "league.json"), text);
  return folder;
}

describe("the config file", () => {
  it("is a JSON object, whose path is relative to the working folder", async () => {
    const config = await readConfigFile("league.json", await folderWith('{"port": 1}'));
    expect(config).toEqual({ path: "league.json", content: { port: 1 } });
  });

  it("may begin with a byte order mark", async () => {
    const config = await readConfigFile("league.json", await folderWith('\uFEFF{"port": 1}\r\n'));
    expect(config.content).toEqual({ port: 1 });
  });

  it.each([
    ["is no JSON", "{port: 1}", "league.json is not JSON"],
    ["is an array", "[]", "league.json: the whole file must be one JSON object"],
    ["is null", "null", "league.json: the whole file must be one JSON object"],
  ])("that %s is INVALID_CONFIG", async (_name, text, message) => {
    await expect(readConfigFile("league.json", await folderWith(text))).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  it("is INVALID_CONFIG if it is missing", async () => {
    await expect(readConfigFile("nowhere.json", "/")).rejects.toMatchObject({
      name: "INVALID_CONFIG",
      message: expect.stringContaining("nowhere.json cannot be read"),
    });
  });
});
