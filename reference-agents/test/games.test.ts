/** Leagues of two games in separate processes, as docs/games.md shows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import type { Started } from "../src/cli/cli-context.fixture.js";
import { league, mustBeBuilt, newFolder, start } from "./league-process.js";

beforeAll(mustBeBuilt);

const module = join(import.meta.dirname, "../examples/odds-and-evens.js");
const page = readFileSync(join(import.meta.dirname, "../docs/games.md"), "utf8");
const gameTypes = "even_odd,odds_and_evens";

/** The transcripts of a referee's matches, by match. */
function matchesIn(data: string, referee: string) {
  const folder = join(data, "referees", referee, "matches");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8")));
}

function startAgents(url: string, folder: string, players: number): Started[] {
  const agent = (line: string) => start(`${line} --league ${url} --data data`, { folder });
  return [
    agent("referee --name Whistle"),
    agent(`referee --name Fingers --game ${module}`),
    ...Array.from({ length: players }, (_, index) => agent(`player --name P${index} --games ${gameTypes}`)),
  ];
}

/** Who has won by the rules of the game, from the record of the match. */
function winnerOf({ game_type, player_A_id, player_B_id, outcome }: ReturnType<typeof matchesIn>[number]) {
  const { choices, drawn_number } = outcome;
  const parity = drawn_number % 2 === 0 ? "even" : "odd";
  if (game_type === "odds_and_evens") {
    expect(choices[player_A_id] === choices[player_B_id]).toBe(parity === "even");
    return parity === "even" ? player_A_id : player_B_id;
  }
  const right = [player_A_id, player_B_id].filter((id) => choices[id] === parity);
  return right.length === 1 ? right[0] : null;
}

function expectWholeLeague(data: string) {
  const { standings } = JSON.parse(readFileSync(join(data, "standings.json"), "utf8"));
  expect(standings.map(({ played }: { played: number }) => played)).toEqual([3, 3, 3, 3]);
  const [whistle = [], fingers = []] = ["REF01", "REF02"]
    .map((id) => matchesIn(data, id))
    .toSorted((one, other) => other.length - one.length);
  expect(whistle.map(({ match_id, game_type }) => `${match_id} ${game_type}`).toSorted()).toEqual(
    ["R1M1", "R1M2", "R3M1", "R3M2"].map((id) => `${id} even_odd`),
  );
  expect(fingers.map(({ match_id, game_type }) => `${match_id} ${game_type}`).toSorted()).toEqual(
    ["R2M1", "R2M2"].map((id) => `${id} odds_and_evens`),
  );
  const points = new Map<string, number>();
  for (const match of [...whistle, ...fingers]) {
    expect(match.outcome).toMatchObject({
      status: expect.stringMatching(/WIN|DRAW/),
      winner: winnerOf(match),
    });
    for (const [id, won] of Object.entries<number>(match.outcome.score))
      points.set(id, (points.get(id) ?? 0) + won);
  }
  for (const { player_id, points: sum } of standings) expect(sum).toBe(points.get(player_id));
}

describe("a league of two games with a referee for each", () => {
  it("is played to its champion", async () => {
    const folder = newFolder();
    const manager = start(`manager --port 0 --players 4 --referees 2 --data data --games ${gameTypes}`, {
      folder,
    });
    const [, url = ""] = await manager.line(/listens at (\S+) and waits/);
    const ended = await Promise.all([manager, ...startAgents(url, folder, 4)].map((agent) => agent.ended));
    expect(ended.map(({ code }) => code)).toEqual(ended.map(() => 0));
    expectWholeLeague(join(folder, "data"));
  });
});

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
