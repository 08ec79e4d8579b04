import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { cursorUp, hasNoTerminal, inTerminal } from "../../tools/gate/in-terminal.js";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import { league, mustBeBuilt, program } from "./league-process.js";

describe("league play", () => {
  it("writes the same files for the same seed in memory", async () => {
    const folders = [newFolder(), newFolder()];
    for (const folder of folders)
      await league("play --memory --seed 42 --data data --log-level debug", { folder });
    const [one, other] = folders.map((folder) => {
      const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      return paths.map((entry) => [
        join(entry.parentPath, entry.name).slice(folder.length),
        readFileSync(join(entry.parentPath, entry.name), "utf8"),
      ]);
    });
    expect(one?.length).toBe(4 + 6 + 6 + 4);
    expect(other?.sort()).toEqual(one?.sort());
  });

  it("uses consecutive ports if the first one is given", async () => {
    const folder = newFolder();
    // These are below the ephemeral ports, but may be in use.
    for (const port of [21_400, 22_400, 23_400, 24_400]) {
      const line = `play --players 2 --referees 1 --port ${port} --data data`;
      const { code, stderr } = await league(line, { folder });
      if (stderr.includes("PORT_IN_USE")) continue;
      expect(code).toBe(0);
      const { referees, players } = JSON.parse(readFileSync(join(folder, "data/registry.json"), "utf8"));
      const ports = [...referees, ...players].map(({ endpoint }) => Number(new URL(endpoint).port));
      expect(ports).toEqual([port + 1, port + 2, port + 3]);
      return;
    }
    expect.fail("no free ports for this test");
  });

  it.skipIf(hasNoTerminal)("shows its standings, its round and its progress in place on a terminal", () => {
    mustBeBuilt();
    const { shown, status } = inTerminal([program, ..."play --players 4 --referees 1 --seed 1".split(" ")]);
    expect(status).toBe(0);
    expect(shown).toContain(cursorUp);
    const frames = stripVTControlCharacters(shown);
    expect(frames).toMatch(/round 2\/3 █+░+ 2\/6 matches/);
    // During the league, and at the end.
    expect(frames.split("#  id   player").length).toBeGreaterThan(3);
    expect(frames.trimEnd()).toMatch(/The same league again: --seed 1$/);
  });
});
