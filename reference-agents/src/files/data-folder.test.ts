import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDataFolder } from "./data-folder.js";

describe("the data folder", () => {
  it("is made, and left empty", async () => {
    const parent = await mkdtemp(join(tmpdir(), "league-data-"));
    const folder = await openDataFolder(join(parent, "a/b"));
    expect(folder).toBe(join(parent, "a/b"));
    expect(await readdir(folder)).toEqual([]);
  });

  it("is opened while the probe file of another agent is in it, and that file stays", async () => {
    const folder = await mkdtemp(join(tmpdir(), "league-data-"));
    await mkdir(join(folder, ".league-probe", "of another"), { recursive: true });
    await openDataFolder(folder);
    expect(await readdir(folder, { recursive: true })).toEqual([
      ".league-probe",
      join(".league-probe", "of another"),
    ]);
  });

  it("is DATA_INIT_FAILED with a hint if it cannot be made", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "league-data-")), "file");
    await writeFile(file, "");
    await expect(openDataFolder(join(file, "below"))).rejects.toMatchObject({
      name: "DATA_INIT_FAILED",
      message: expect.stringContaining(join(file, "below")),
      hint: expect.stringContaining("--data"),
    });
  });
});
