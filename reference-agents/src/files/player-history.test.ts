import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlayedMatch } from "@league-v2/sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { PlayerHistory } from "./player-history.js";
import { WriteBehind } from "./write-behind.js";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

function match(league_id: string, match_id: string, end: PlayedMatch["end"], at: string): PlayedMatch {
  const points = end === "win" ? 3 : end === "draw" ? 1 : 0;
  const rest = {
    player_id: "P01",
    round_id: 1,
    opponent_id: "P02",
    my_choice: "even",
    opponent_choice: "odd",
    drawn_number: 2,
  } as const;
  return { league_id, match_id, end, points, at, reason: null, ...rest };
}

const first = match("league_1", "R1M1", "win", "2025-01-01T10:00:00.000Z");
const second = match("league_2", "R1M1", "technical_loss", "2025-01-02T10:00:00.000Z");

async function play(name: string, id: string, ...matches: PlayedMatch[]): Promise<readonly PlayedMatch[]> {
  const files = new WriteBehind();
  const history = await PlayerHistory.resume(folder, name, files);
  history.keep(id, [...history.earlier, ...matches]);
  await files.drain();
  return history.earlier;
}

async function stored(path: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, "players", path), "utf8"));
}

describe("a player's history", () => {
  it("is found by the player's name, also under a new id", async () => {
    await play("Alpha", "P01", first);
    expect(await play("Alpha", "P02", second)).toEqual([first]);
    expect(await play("Alpha", "P03")).toEqual([first, second]);
    expect(await play("Beta", "P04")).toEqual([]);
  });

  it("contains each match once, also of two leagues with the same id", async () => {
    const again = { ...first, at: "2025-01-03T10:00:00.000Z" };
    await play("Alpha", "P01", first);
    await play("Alpha", "P02", again);
    expect(await play("Alpha", "P03")).toEqual([first, again]);
  });

  it("is renamed when another player gets the id", async () => {
    await play("Alpha", "P01", first);
    await play("Beta", "P01", second);
    expect(await readdir(join(folder, "players/P01"))).toEqual(["history-Alpha.json", "history.json"]);
    expect(await stored("P01/history.json")).toMatchObject({ display_name: "Beta", matches: [second] });
    expect(await play("Alpha", "P05")).toEqual([first]);
  });

  it.each([
    ["is not JSON", "{", "cannot be read"],
    ["has no matches", '{"player_id":"P01","display_name":"A"}', "/matches must be an array"],
    [
      "has a match without an end",
      JSON.stringify({ player_id: "P01", display_name: "A", matches: [first, { ...second, end: "lost" }] }),
      "/matches/1/end must be one of win, draw, loss, technical_loss",
    ],
  ])("that %s is DATA_INIT_FAILED", async (_name, text, message) => {
    await mkdir(join(folder, "players/P01"), { recursive: true });
    await writeFile(join(folder, "players/P01/history.json"), text);
    await expect(PlayerHistory.resume(folder, "A", new WriteBehind())).rejects.toMatchObject({
      name: "DATA_INIT_FAILED",
      message: expect.stringContaining(message),
    });
  });
});
