import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { loadGames } from "./load-game.js";

const examples = join(import.meta.dirname, "../../examples");

const folder = newFolder("league games ");
beforeAll(async () => {
  const modules = {
    "broken.mjs": "export default {",
    "throws.mjs": 'throw new Error("no rules today");',
    "nothing.mjs": "export const answer = 42;",
    "half.mjs": 'export default { type: "half", description: "Half.", choice: { enum: ["even"] } };',
    "twice.mjs": `export { default } from ${JSON.stringify(join(examples, "odds-and-evens.js"))};`,
  };
  for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, name), text);
});

describe("the games of a referee", () => {
  it("are known by name, or a module", async () => {
    expect(await loadGames(["even_odd", "./odds-and-evens.js"], examples)).toEqual([
      "even_odd",
      expect.objectContaining({ type: "odds_and_evens" }),
    ]);
  });

  it.each([
    ["./missing.mjs", /^the game "\.\/missing\.mjs" cannot be loaded: /],
    ["chess", /^the game "chess" cannot be loaded: /],
    ["./broken.mjs", /^the game "\.\/broken\.mjs" cannot be loaded: /],
    ["./throws.mjs", /^the game "\.\/throws\.mjs" cannot be loaded: no rules today$/],
    ["./nothing.mjs", /cannot be loaded: these are no game rules: type is not the name of a game, /],
    ["./half.mjs", /no game rules: draw is not a function, decide is not a function$/],
  ])("%s is refused", async (game, message) => {
    await expect(loadGames([game], folder)).rejects.toMatchObject({
      name: "GAME_RULES_LOAD_FAILED",
      message: expect.stringMatching(message),
      hint: expect.stringContaining("GameRules"),
    });
  });

  it("have each type once", async () => {
    const same = ["./twice.mjs", join(examples, "odds-and-evens.js")];
    await expect(loadGames(same, folder)).rejects.toThrow("the game type odds_and_evens is given twice");
  });
});
