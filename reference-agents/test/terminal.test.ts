/** The progress of the commands: in place on a terminal, in lines through a pipe and in a CI job. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { cursorUp, hasNoTerminal, inTerminal as runInTerminal } from "../../tools/gate/in-terminal.js";
import { league, mustBeBuilt } from "./league-process.js";

beforeAll(mustBeBuilt);

const program = join(import.meta.dirname, "../bin/league.js");
const soak = [join(import.meta.dirname, "../../tools/soak/main.ts"), "--matches", "150", "--players", "6"];
const fuzz = [join(import.meta.dirname, "../../tools/fuzz/main.ts"), "--role", "player", "--requests", "500"];
const play = "play --players 4 --referees 1 --seed 1";
const simulate = [
  join(import.meta.dirname, "../../tools/simulate/main.ts"),
  "--seeds",
  "100",
  "--players",
  "2",
];
function inTerminal(line: string, environment?: Readonly<Record<string, string>>, columns?: number): string {
  const { shown, status } = runInTerminal([program, ...line.split(" ")], environment, columns);
  expect(status).toBe(0);
  return shown;
}

describe.skipIf(hasNoTerminal)("on a terminal", () => {
  it("a league shows its standings, its round and its progress in place", () => {
    const shown = inTerminal(play);
    expect(shown).toContain(cursorUp);
    const frames = stripVTControlCharacters(shown);
    expect(frames).toMatch(/round 2\/3 █+░+ 2\/6 matches/);
    // During the league, and at the end.
    expect(frames.split("#  id   player").length).toBeGreaterThan(3);
    expect(frames.trimEnd()).toMatch(/The same league again: --seed 1$/);
  });

  it("a league fits a narrow terminal: no line wraps, names are shortened, and points are shown", () => {
    const columns = 40;
    const [drawn = ""] = inTerminal(`${play} --json`, {}, columns).split("{");
    const lines = stripVTControlCharacters(drawn).split("\n");
    expect(lines.filter((line) => line.length >= columns)).toEqual([]);
    expect(lines).toContain("#  id   player      played  won  points");
    expect(
      lines.filter((line) => /^\d {2}P\d\d {2}Player \d … {2,}\d +\d +\d$/.test(line)).length,
    ).toBeGreaterThan(3);
    // Each drawn line is erased at the end.
    expect(drawn.split(cursorUp)).toHaveLength(drawn.split("\n").length);
  });

  it("the final table fits a narrow terminal, too", () => {
    const columns = 40;
    const lines = stripVTControlCharacters(inTerminal(play, {}, columns)).split(/\r?\n/);
    const head = lines.findLastIndex((line) => line.startsWith("#  id   player"));
    const table = lines.slice(head, head + 6);
    expect(table.at(-1)).toMatch(/^4 {2}P0\d {2}Player.* \d$/);
    for (const line of table) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("a simulation shows the number of finished leagues and the remaining time", () => {
    const { shown, status } = runInTerminal(simulate);
    expect(status).toBe(0);
    expect(shown).toContain(cursorUp);
    expect(stripVTControlCharacters(shown)).toMatch(/░ \d+ of 100 leagues, about \d+ s left/);
  });

  it("a soak shows the number of played matches, between the lines with its measurements", () => {
    const { shown, status } = runInTerminal(soak);
    expect(status).toBe(0);
    expect(shown).toContain(cursorUp);
    expect(stripVTControlCharacters(shown)).toMatch(/█░* \d+ of 150 matches/);
    expect(stripVTControlCharacters(shown)).toMatch(/^\d+: [\d.]+ MiB\r?$/m);
  });

  it("the fuzzer shows the number of sent requests", () => {
    const { shown, status } = runInTerminal(fuzz);
    expect(status).toBe(0);
    expect(stripVTControlCharacters(shown)).toMatch(/ \d+ of 500 requests to a player/);
  });

  it("a CI job that emulates a terminal gets lines", () => {
    const shown = inTerminal(play, { CI: "true" });
    expect(shown).not.toContain("\u001b");
    expect(shown).toMatch(/^round 2.*\n/m);
  });
});

describe("through a pipe", () => {
  it("the progress of a league is printed in lines", async () => {
    const { code, stderr, stdout } = await league(play);
    expect([code, stderr + stdout]).toEqual([0, stripVTControlCharacters(stderr + stdout)]);
    expect(stderr).toMatch(/^round 2.*\n/m);
    expect(stdout).toContain("Champion: ");
  });

  it("the progress of a soak is printed in lines", () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, soak, { encoding: "utf8" });
    expect([status, stderr + stdout]).toEqual([0, stripVTControlCharacters(stderr + stdout)]);
    expect(stderr).toMatch(/^(\d+: [\d.]+ MiB\n)+$/);
    expect(stdout).toMatch(/^150 matches in /);
  });

  it("the progress of a simulation is printed in a line for each tenth", () => {
    const { status, stderr } = spawnSync(process.execPath, simulate, { encoding: "utf8" });
    expect(status).toBe(0);
    const lines = stderr.trim().split("\n");
    expect(lines).toHaveLength(9);
    expect(lines[4]).toMatch(/^50 of 100 leagues, about \d+ s left$/);
  });
});
