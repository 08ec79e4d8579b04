import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { matchJournalContract } from "@league-v2/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { taken } from "../../../sdk/src/testing/contract-tests/agent-store-contracts.js";
import { JournalFiles } from "./referee-files.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-journal-"));
});

describe("the journal of a referee", () => {
  matchJournalContract({ it, expect }, async () => () => new JournalFiles(folder, "Solomon"));

  it("has the matches of this referee, and of no other", async () => {
    await new JournalFiles(folder, "Solomon").keep(taken);
    expect(await new JournalFiles(folder, "Salome").load()).toEqual([]);
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
