/** Leagues of two games in separate processes, as docs/games.md shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { league, mustBeBuilt, newFolder, start } from "./league-process.js";

beforeAll(mustBeBuilt);

const module = join(import.meta.dirname, "../examples/odds-and-evens.js");
const page = readFileSync(join(import.meta.dirname, "../docs/games.md"), "utf8");

describe("a referee whose rules cannot be loaded", () => {
  it.each(["./no-such-game.js", "chess"])("%s ends with GAME_RULES_LOAD_FAILED", async (game) => {
    const { code, stdout, stderr } = await league(
      `referee --name R --league http://127.0.0.1:9 --game ${game}`,
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^GAME_RULES_LOAD_FAILED: the game "[^"]+" cannot be loaded: [^\n]+ Give --game [^\n]+\n$/,
    );
  });
});

describe("the tutorial", () => {
  it("shows the module as it is, which has at most 150 lines", () => {
    const code = readFileSync(module, "utf8");
    expect(page).toContain(`\`\`\`js\n${code}\`\`\``);
    expect(code.split("\n").length + page.split("\n").length).toBeLessThanOrEqual(150);
  });

  it("shows the commands of a league", async () => {
    const lines = [...(/```sh\n([\s\S]*?)```/.exec(page)?.[1]?.matchAll(/npx league (.*)/g) ?? [])].map(
      ([, line = ""]) => line,
    );
    const [port, folder] = [await freePort(), newFolder()];
    const here = (line: string) =>
      line.replaceAll("8000", String(port)).replace("./odds-and-evens.js", module);
    const [first = "", ...others] = lines.map(here);
    const manager = start(first, { folder });
    await manager.line(/listens at/);
    const agents = others.map((line) => start(line, { folder }));
    const ended = await Promise.all([manager, ...agents].map((agent) => agent.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  });
});
