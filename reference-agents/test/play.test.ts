import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { league, newFolder } from "./league-process.js";

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
});
