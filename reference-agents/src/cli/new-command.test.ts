import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { templateNames } from "@league-v2/create-agent";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { startHere, type TestCliContextOptions } from "./cli-context.fixture.js";
import { newFields } from "./command-fields.js";

async function leagueNew(words: readonly string[], options: TestCliContextOptions = {}) {
  const folder = newFolder();
  const { context, ended } = startHere(["new", ...words], { folder, ...options });
  const { code: status } = await ended;
  return { status, folder, errors: context.errors };
}

describe("league new", () => {
  it("makes the project", async () => {
    const { status, folder, errors } = await leagueNew(["mine", "--template", "referee", "--yes"]);
    expect(errors).toEqual([]);
    expect(status).toBe(0);
    expect(JSON.parse(await readFile(join(folder, "mine", "package.json"), "utf8")).name).toBe("mine");
  });

  it("asks on a terminal", async () => {
    const keyboard = new PassThrough();
    const asked: string[] = [];
    const write = (text: string) => {
      asked.push(text);
      keyboard.write("\n");
    };
    const options = { keyboard, screen: { columns: 80, rows: 24, write } };
    expect((await leagueNew(["--folder", "mine"], options)).status).toBe(0);
    expect(asked.map((text) => text.slice(text.lastIndexOf("\n") + 1))).toEqual([
      "Template (player): ",
      "Name in the league (Mine): ",
      "Address of the league manager (http://127.0.0.1:8000/mcp): ",
    ]);
  });

  it("names every template in its help", () => {
    for (const name of templateNames) expect(newFields.template.help).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
