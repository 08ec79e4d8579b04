import { existsSync } from "node:fs";
import { mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registrationStoreContract } from "@league-v2/sdk/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { RegistrationFile } from "./secret-files.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "league-registration-"));
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
