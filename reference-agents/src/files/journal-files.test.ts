import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FinishedMatch, TakenMatch } from "@league-v2/sdk/store";
import { beforeEach, describe, expect, it } from "vitest";
import { JournalFiles } from "./journal-files.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-journal-"));
});

const taken: TakenMatch = {
  league_id: "cup/1",
  round_id: 1,
  match_id: "R1M1",
  game_type: "even_odd",
  player_A_id: "P01",
  player_A_endpoint: "http://127.0.0.1:8101/mcp",
  player_B_id: "P02",
  player_B_endpoint: "http://127.0.0.1:8102/mcp",
  taken_at: 1_700_000_000_000,
};

const finished: FinishedMatch = {
  ...taken,
  conversation_id: "conv-R1M1",
  started_at: "2025-01-01T10:00:00.000Z",
  outcome: {
    status: "DRAW",
    winner: null,
    drawn_number: 4,
    number_parity: "even",
    choices: { P01: "even", P02: "even" },
    score: { P01: 1, P02: 1 },
    reason: "Draw.",
  },
  states: [],
  transcript: [],
};

describe("the journal of a referee", () => {
  it("stores each match in its newest state, for this referee and no other", async () => {
    const journal = new JournalFiles(folder, "Solomon");
    expect(await journal.load()).toEqual([]);
    await journal.keep(taken);
    await journal.keep({ ...taken, match_id: "R1M2" });
    await journal.keep(finished);
    const again = new JournalFiles(folder, "Solomon");
    expect(await again.load()).toEqual([finished, { ...taken, match_id: "R1M2" }]);
    expect(await new JournalFiles(folder, "Salome").load()).toEqual([]);
    await again.remove(finished);
    await again.remove(finished);
    expect(await again.load()).toHaveLength(1);
    await again.clear();
    expect(await again.load()).toEqual([]);
  });

  it.each([
    "",
    "{}",
    JSON.stringify({ ...taken, taken_at: "now" }),
    JSON.stringify({ ...taken, outcome: {} }),
  ])("refuses a damaged file: %j", async (content) => {
    const journal = new JournalFiles(folder, "Solomon");
    await journal.keep(taken);
    const [name = ""] = await readdir(folder, { recursive: true }).then((names) =>
      names.filter((one) => one.endsWith(".json")),
    );
    await writeFile(join(folder, name), content);
    await expect(journal.load()).rejects.toMatchObject({ name: "DATA_INIT_FAILED" });
  });
});
