import { existsSync } from "node:fs";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { matchJournalContract, registrationStoreContract } from "@league-v2/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { taken } from "../../../sdk/src/testing/contract-tests/agent-store-contracts.js";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { openDataFolder, safeName } from "./data-folder.js";
import { JournalFiles } from "./referee-files.js";
import { RegistrationFile } from "./secret-files.js";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const owner = { role: "player", name: "../Alpha", league: "http://127.0.0.1:8000/mcp" } as const;
const kept = {
  endpoint: "http://127.0.0.1:8101/mcp",
  conversation_id: "conv-register-1",
  registration: { id: "P01", league_id: "cup", auth_token: "f".repeat(32) },
};

async function onlyFile(): Promise<string> {
  const names = await readdir(join(folder, "registrations"));
  expect(names).toHaveLength(1);
  return join(folder, "registrations", names[0] ?? "");
}

describe("a stored registration", () => {
  registrationStoreContract({ it, expect }, async () => () => new RegistrationFile(folder, owner));

  it("is loaded for this agent in this league, and for no other", async () => {
    await new RegistrationFile(folder, owner).save(kept);
    expect(await new RegistrationFile(folder, owner).load()).toEqual(kept);
    for (const other of [
      { name: "Beta" },
      { role: "referee" },
      { league: "http://127.0.0.1:8001/mcp" },
    ] as const)
      expect(await new RegistrationFile(folder, { ...owner, ...other }).load()).toBeNull();
  });

  it("has file mode 0600, also when it replaces another one", async () => {
    const file = new RegistrationFile(folder, owner);
    for (const registration of [null, kept.registration]) {
      await file.save({ ...kept, registration });
      expect((await stat(await onlyFile())).mode & 0o777).toBe(0o600);
    }
  });

  it("is deleted on request; deleting it twice is no error", async () => {
    const file = new RegistrationFile(folder, owner);
    await file.save(kept);
    await file.delete();
    await file.delete();
    expect(await file.load()).toBeNull();
  });

  it("is loaded or deleted together with the temporary files of a killed process", async () => {
    const file = new RegistrationFile(folder, owner);
    await file.save(kept);
    const half = `${await onlyFile()}.4711-1.tmp`;
    for (const sweeps of [() => file.load(), () => file.delete()]) {
      await writeFile(half, JSON.stringify(kept));
      await sweeps();
      expect(existsSync(half)).toBe(false);
    }
  });

  it.each(["", "{}", "[]", JSON.stringify({ ...kept, registration: { id: "P01" } })])(
    "is DATA_INIT_FAILED if its file is damaged: %j",
    async (content) => {
      const file = new RegistrationFile(folder, owner);
      await file.save(kept);
      await writeFile(await onlyFile(), content);
      await expect(file.load()).rejects.toMatchObject({ name: "DATA_INIT_FAILED" });
    },
  );
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

describe("the data folder", () => {
  it("is opened while the probe file of another agent is in it, and that file stays", async () => {
    await mkdir(join(folder, ".league-probe", "of another"), { recursive: true });
    await openDataFolder(folder);
    expect(await readdir(folder, { recursive: true })).toEqual([
      ".league-probe",
      join(".league-probe", "of another"),
    ]);
  });
});

describe("the name of a file for an id", () => {
  it.each([
    ["R1M1", "R1M1"],
    ["league_2025-even.odd", "league_2025-even.odd"],
    ["player:P01", "player%3AP01"],
    ["../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"],
    ["..", "%2E."],
    [".", "%2E"],
    ["a\\b", "a%5Cb"],
    ["a\0b", "a%00b"],
    ["Élan", "%C3%89lan"],
    ["50%", "50%25"],
    ["", "%"],
  ])("of %j is %s", (id, name) => {
    expect(safeName(id)).toBe(name);
  });
});
